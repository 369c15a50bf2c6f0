import MediaCore
import Synchronization
import Testing

@testable import MediaIO

@Suite struct FrameThreadTests {
  /// Frames of four bytes that hold their number.
  private struct Numbers: FrameMaker {
    var shape: FrameShape { FrameShape(width: 1, height: 1, pixels: .bgra, rate: .fps30) }
    var count: UInt8
    var failsAtEnd = false
    private var next: UInt8 = 0

    init(count: UInt8, failsAtEnd: Bool = false) {
      self.count = count
      self.failsAtEnd = failsAtEnd
    }

    mutating func next(into bytes: inout [UInt8]) throws(MediaError) -> MadeFrame {
      guard next < count else {
        if failsAtEnd { throw MediaError(.inputDamaged, "broken") }
        return .end(at: nil)
      }
      defer { next += 1 }
      bytes = [next, 0, 0, 0]
      return .frame(at: MediaTime(milliseconds: Int64(next)))
    }
  }

  /// Everything, waited for as a loop does.
  private func all(_ feed: FrameThread, _ loop: EventLoop) throws -> [FedFrame] {
    var frames: [FedFrame] = []
    let waker = loop.waker
    feed.callOnNews { waker.wake() }
    while true {
      while let fed = try feed.take() {
        frames.append(fed)
        if case .end = fed.made { return frames }
        feed.giveBack(fed.bytes)
      }
      _ = try loop.wait(until: nil)
    }
  }

  @Test func `all frames come, in order, and then the end`() throws {
    let feed = try FrameThread { Numbers(count: 200) }
    #expect(feed.shape.frameSize == 4)
    let frames = try all(feed, try EventLoop())
    #expect(frames.count == 201)
    for (index, fed) in frames.dropLast().enumerated() {
      #expect(fed.bytes[0] == UInt8(index))
      #expect(fed.made == .frame(at: MediaTime(milliseconds: Int64(index))))
    }
  }

  @Test func `what goes wrong before the first frame is known at once`() {
    #expect(throws: MediaError(.inputDamaged, "not one whole frame came")) {
      _ = try FrameThread { Numbers(count: 0) }
    }
    #expect(throws: MediaError(.usage, "no such")) {
      _ = try FrameThread { () throws(MediaError) -> Numbers in throw MediaError(.usage, "no such")
      }
    }
  }

  @Test func `what goes wrong later comes behind the frames`() throws {
    let feed = try FrameThread { Numbers(count: 3, failsAtEnd: true) }
    #expect(throws: MediaError(.inputDamaged, "broken")) { _ = try all(feed, try EventLoop()) }
  }

  @Test func `the thread ends when nobody wants its frames`() throws {
    final class Mark: Sendable {
      let isGone = Atomic<Bool>(false)
    }
    struct Endless: FrameMaker, ~Copyable {
      var shape: FrameShape { FrameShape(width: 1, height: 1, pixels: .bgra, rate: .fps30) }
      let mark: Mark
      let waker: LoopWaker

      mutating func next(into bytes: inout [UInt8]) -> MadeFrame { .frame(at: nil) }

      deinit {
        mark.isGone.store(true, ordering: .releasing)
        waker.wake()
      }
    }
    let (mark, loop) = (Mark(), try EventLoop())
    let waker = loop.waker
    do {
      let feed = try FrameThread { Endless(mark: mark, waker: waker) }
      #expect(try feed.take() != nil)
    }
    while !mark.isGone.load(ordering: .acquiring) { _ = try loop.wait(until: nil) }
  }
}
