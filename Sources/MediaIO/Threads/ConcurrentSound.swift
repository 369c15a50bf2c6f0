package import MediaCore

/// Sound packets that are made ahead on a thread of their own, which lives as long as this.
///
/// They are the packets of what it makes, in the same order, and what that throws comes behind the
/// last of them: a recording is the same, byte by byte.
package struct ConcurrentSound: SoundPackets, ~Copyable {
  /// Packets pass in batches, half a second of sound each, so that the threads seldom wake each other.
  private typealias Batch = Result<[[UInt8]], MediaError>

  private static let batchLength = 25
  /// Batches that wait: four seconds of sound, some 16 kB.
  private static let batchesAhead = 8

  private let queue: BoundedQueue<Batch>
  private let thread: WorkerThread
  /// The batch that is given out, and how many of its packets are.
  private var batch: [[UInt8]] = []
  private var given = 0

  /// Waits until the sound is open: that takes memory for a while, and is over before the picture
  /// takes its own. An error is thrown here.
  ///
  /// - Parameter make: is called on the thread: what it opens stays there.
  package init<Packets: SoundPackets & SendableMetatype & ~Copyable>(
    _ make: @escaping @Sendable () throws(MediaError) -> Packets
  ) throws(MediaError) {
    let queue = BoundedQueue<Batch>(capacity: Self.batchesAhead)
    let thread = try WorkerThread {
      Self.work(make, queue)
      queue.close()
    }
    if case .failure(let error)? = queue.take() {
      thread.join()
      throw error
    }
    self.thread = thread
    self.queue = queue
  }

  deinit {
    // Nobody takes what is made now; the thread notices at its next batch.
    queue.close()
    thread.join()
  }

  package mutating func next() throws(MediaError) -> [UInt8]? {
    if given == batch.count {
      guard let made = queue.take() else { return nil }
      batch = try made.get()
      given = 0
    }
    given += 1
    return batch[given - 1]
  }

  private static func work<Packets: SoundPackets & SendableMetatype & ~Copyable>(
    _ make: () throws(MediaError) -> Packets, _ queue: BoundedQueue<Batch>
  ) {
    var batch: [[UInt8]] = []
    do throws(MediaError) {
      var packets = try make()
      // The first, empty batch says so.
      guard queue.put(.success(batch)) else { return }
      while let packet = try packets.next() {
        batch.append(packet)
        guard batch.count == batchLength else { continue }
        guard queue.put(.success(batch)) else { return }
        batch.removeAll(keepingCapacity: true)
      }
      if !batch.isEmpty { _ = queue.put(.success(batch)) }
    } catch {
      if !batch.isEmpty { _ = queue.put(.success(batch)) }
      _ = queue.put(.failure(error))
    }
  }
}
