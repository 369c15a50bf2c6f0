import Glibc
import MediaCore
import Testing

@testable import MediaIO

@Suite struct EventLoopTests {
  private let hour = MediaTime(milliseconds: 3_600_000)

  @Test(arguments: [-1_000_000_000, -1, 0, 1, 50_000, 1_000_000, 7_300_000] as [Int64])
  func `a deadline is never early`(ahead: Int64) throws {
    let loop = try EventLoop()
    for _ in 0..<5 {
      let deadline = loop.clock.now + MediaTime(nanoseconds: ahead)
      let wakening = try loop.wait(until: deadline)
      #expect(wakening.isDue && wakening.ready.isEmpty && !wakening.wasWoken)
      #expect(loop.clock.now >= deadline)
    }
  }

  @Test func `a deadline that is over is due each time`() throws {
    let loop = try EventLoop()
    let deadline = loop.clock.now
    for _ in 0..<3 { #expect(try loop.wait(until: deadline).isDue) }
  }

  @Test func `a deadline that is over hides nothing, and what was to come before comes still`()
    throws
  {
    let loop = try EventLoop()
    let near = loop.clock.now + MediaTime(milliseconds: 1)
    loop.waker.wake()
    _ = try loop.wait(until: near)
    loop.waker.wake()
    let wakening = try loop.wait(until: .zero)
    #expect(wakening.isDue && wakening.wasWoken)
    #expect(try loop.wait(until: near).isDue)
    #expect(loop.clock.now >= near)
  }

  @Test func `a deadline that was replaced or taken back does not come`() throws {
    let loop = try EventLoop()
    for later in [hour, nil] {
      let near = loop.clock.now + MediaTime(milliseconds: 1)
      loop.waker.wake()
      _ = try loop.wait(until: near)
      while loop.clock.now < near {}
      loop.waker.wake()
      let wakening = try loop.wait(until: later)
      #expect(wakening.wasWoken && !wakening.isDue)
    }
  }

  @Test func `the farthest deadline is none`() throws {
    let loop = try EventLoop()
    loop.waker.wake()
    let wakening = try loop.wait(until: MediaTime(nanoseconds: .max))
    #expect(wakening.wasWoken && !wakening.isDue)
  }

  @Test func `another thread ends a wait, and no waking is lost`() throws {
    let loop = try EventLoop()
    let waker = loop.waker
    let turns = BoundedQueue<Int>(capacity: 1)
    let thread = try WorkerThread { while turns.take() != nil { waker.wake() } }
    for turn in 0..<1_000 {
      #expect(turns.put(turn))
      let wakening = try loop.wait(until: nil)
      #expect(wakening.wasWoken && !wakening.isDue)
    }
    turns.close()
    thread.join()
  }

  @Test func `several wakings before a wait are one`() throws {
    let loop = try EventLoop()
    for _ in 0..<10 { loop.waker.wake() }
    #expect(try loop.wait(until: nil).wasWoken)
    #expect(try loop.wait(until: .zero).wasWoken == false)
  }

  @Test func `a waker outlives its loop`() throws {
    let waker = try EventLoop().waker
    waker.wake()
  }

  @Test func `what is ready is named until it is read`() throws {
    let address = try #require(SocketAddress("127.0.0.1"))
    let loop = try EventLoop()
    let sockets = try (0..<3).map { _ in try UDPSocket(address) }
    for (index, socket) in sockets.enumerated() { try loop.add(socket.descriptor, id: index) }
    #expect(try loop.wait(until: .zero).ready.isEmpty)
    try sockets[0].enqueue([1], to: sockets[2].localAddress)
    try sockets[0].flush()
    let readable = EventLoop.Ready(id: 2, canRead: true, canWrite: false)
    for _ in 0..<2 { #expect(try loop.wait(until: nil).ready == [readable]) }
    var batch = DatagramBatch()
    _ = try sockets[2].receive(into: &batch)
    #expect(try loop.wait(until: .zero).ready.isEmpty)
  }

  @Test func `room to write is told only while it is wanted`() throws {
    let loop = try EventLoop()
    let socket = try UDPSocket(#require(SocketAddress("127.0.0.1")))
    try loop.add(socket.descriptor, id: 4)
    try loop.setWriting(true, socket.descriptor, id: 4)
    let writable = EventLoop.Ready(id: 4, canRead: false, canWrite: true)
    #expect(try loop.wait(until: nil).ready == [writable])
    try loop.setWriting(false, socket.descriptor, id: 4)
    #expect(try loop.wait(until: .zero).ready.isEmpty)
    try loop.setWriting(true, socket.descriptor, id: 4)
    loop.remove(socket.descriptor)
    #expect(try loop.wait(until: .zero).ready.isEmpty)
  }

  @Test func `a descriptor that cannot be waited for is refused`() throws {
    let loop = try EventLoop()
    let error = #expect(throws: MediaError.self) { try loop.add(-1, id: 0) }
    #expect(error?.code == .networkFailed)
  }

  /// In a process of its own: the flag of signals is for ever.
  @Test func `a signal to stop ends the wait of every loop, and what follows can be waited for`()
    async
  {
    await #expect(processExitsWith: .success) {
      StopSignals.watch()
      let loops = [try EventLoop(), try EventLoop()]
      kill(getpid(), SIGTERM)
      for loop in loops {
        let wakening = try loop.wait(until: nil)
        precondition(wakening.isStopping && !wakening.isDue)
        let later = try loop.wait(until: loop.clock.now + MediaTime(milliseconds: 1))
        precondition(later.isStopping && later.isDue)
      }
      precondition(StopSignals.number == SIGTERM)
      let late = try EventLoop().wait(until: nil)
      precondition(late.isStopping)
    }
  }
}
