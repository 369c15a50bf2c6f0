internal import CallSession
internal import MediaCore
internal import MediaIO

/// A viewer, and the way between it and the server.
struct ViewerPath {
  /// What the way does to datagrams.
  struct Shape {
    /// In each direction.
    var latency = MediaTime.zero
    /// Bits a second that it carries to the viewer; nil is no limit.
    var bitrate: Int64?
    /// What waits for that longer than this is lost.
    var longestQueue = MediaTime(milliseconds: 200)
  }

  let viewer: LoadViewer
  private let shape: Shape
  /// When the last of what waits has left.
  private var free = MediaTime.zero
  private var up = Flight<ICEDatagram>()
  private var down = Flight<Arrival>()
  private var outgoing: [ICEDatagram] = []

  private struct Arrival {
    var bytes: [UInt8]
    var server: TransportAddress
  }

  /// In the order in which they arrive.
  private struct Flight<Element> {
    private var elements: [(time: MediaTime, element: Element)] = []
    private var start = 0

    var earliest: MediaTime? { start < elements.count ? elements[start].time : nil }

    mutating func add(_ element: Element, at time: MediaTime) {
      elements.append((time, element))
    }

    mutating func next(until now: MediaTime) -> Element? {
      guard let earliest, earliest <= now else { return nil }
      defer {
        start += 1
        if start == elements.count {
          elements.removeAll(keepingCapacity: true)
          start = 0
        }
      }
      return elements[start].element
    }
  }

  init(_ viewer: LoadViewer, _ shape: Shape) {
    self.viewer = viewer
    self.shape = shape
  }

  /// When anything happens on it.
  var deadline: MediaTime? {
    MediaTime.earliest(MediaTime.earliest(up.earliest, down.earliest), viewer.deadline)
  }

  /// Takes what the server has sent.
  mutating func collect(at now: MediaTime, _ batch: inout DatagramBatch) throws(MediaError) {
    var hasMore = true
    while hasMore {
      hasMore = try viewer.socket.receive(into: &batch)
      for index in 0..<batch.count {
        let arrival = Arrival(
          bytes: Array(batch.bytes(index)), server: batch.source(index).transportAddress)
        guard let left = leave(arrival.bytes.count, at: now) else { continue }
        down.add(arrival, at: left + shape.latency)
      }
    }
  }

  /// When the narrowest link lets go a datagram; nil when it has no room for it.
  private mutating func leave(_ size: Int, at now: MediaTime) -> MediaTime? {
    guard let bitrate = shape.bitrate else { return now }
    guard free - now < shape.longestQueue else { return nil }
    // With the headers of IPv4 and UDP.
    free = max(free, now) + MediaTime(nanoseconds: Int64(size + 28) * 8_000_000_000 / bitrate)
    return free
  }

  /// Gives the viewer what has arrived, and the server what the viewer has sent.
  mutating func advance(to now: MediaTime) throws(MediaError) {
    while let arrival = down.next(until: now) {
      try viewer.receive(arrival.bytes, from: arrival.server, at: now, into: &outgoing)
    }
    if let due = viewer.deadline, due <= now {
      try viewer.handleTimeout(at: now, into: &outgoing)
    }
    for datagram in outgoing { up.add(datagram, at: now + shape.latency) }
    outgoing.removeAll(keepingCapacity: true)
    while let datagram = up.next(until: now) {
      try viewer.socket.enqueue(datagram.bytes, to: SocketAddress(datagram.path.remote))
    }
    try viewer.socket.flush()
  }
}
