import MediaCore
import TestSupport
import Testing

@testable import CallSession

@Suite struct ChannelGatheringTests {
  private static func part(_ messages: [[UInt8]]) -> [UInt8] {
    var bytes: [UInt8] = []
    for message in messages { ChannelGathering.append(message, to: &bytes) }
    return bytes
  }

  @Test(arguments: 0..<20)
  func `messages come apart as they were put together, and a part that is cut does not`(
    seed: UInt64
  ) {
    var random = SeededGenerator(seed: seed)
    let messages = (0..<Int.random(in: 1...20, using: &random)).map { _ in
      [UInt8](
        repeating: .random(in: 0...255, using: &random), count: .random(in: 0...300, using: &random)
      )
    }
    let bytes = Self.part(messages)
    var ends: Set<Int> = [0]
    for message in messages {
      ends.insert((ends.max() ?? 0) + message.count + ChannelGathering.overhead)
    }
    for count in 0...bytes.count {
      var found: [[UInt8]] = []
      #expect(ChannelGathering.split(Array(bytes[..<count]), into: &found) == ends.contains(count))
      #expect(found == Array(messages[..<found.count]))
    }
  }

  @Test func `a part that comes apart nowhere ends the channel`() throws {
    var channel = ReliableChannel()
    var messages: [[UInt8]] = []
    let part = ChannelSegment(
      missing: 0, packets: [],
      content: .init(
        packet: 0, part: 0, begins: true, ends: true, isSeveral: true, bytes: [0, 1, 7, 0, 9, 1]))
    #expect(throws: ReliableChannelError.broken) {
      try channel.receive(segment: part.serialized, at: .zero, into: &messages)
    }
    #expect(messages == [[7]])
  }
}
