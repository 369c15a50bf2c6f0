import Testing

@testable import MediaCore

@Suite struct SoundPacketOrderTests {
  static func packet(_ sequence: Int64, at seconds: Double) -> SoundPacketOrder.Packet {
    .init(sequence: sequence, timestamp: 0, payload: [], arrival: time(seconds))
  }

  static func insert(
    _ sequence: Int64, at seconds: Double, into order: inout SoundPacketOrder
  ) -> Bool {
    order.insert(packet(sequence, at: seconds))
  }

  static func take(_ order: inout SoundPacketOrder, at seconds: Double) -> [Int64] {
    var taken: [Int64] = []
    while let packet = order.next(at: time(seconds)) { taken.append(packet.sequence) }
    return taken
  }

  @Test func `what follows goes on at once, what has a hole before it waits`() {
    var order = SoundPacketOrder()
    for sequence in [7, 6] as [Int64] {
      #expect(Self.insert(sequence, at: 1, into: &order) == true)
    }
    // Who is the first of all is not known at once.
    #expect(Self.take(&order, at: 2.9) == [])
    #expect(Self.take(&order, at: 3) == [6, 7])
    for sequence in [8, 10, 11] as [Int64] {
      #expect(Self.insert(sequence, at: 3.1, into: &order) == true)
    }
    #expect(Self.take(&order, at: 3.1) == [8])
    #expect(Self.insert(9, at: 4, into: &order) == true)
    #expect(Self.take(&order, at: 4) == [9, 10, 11])
    #expect(Self.insert(13, at: 4.1, into: &order) == true)
    #expect(Self.take(&order, at: 6) == [])
    #expect(Self.take(&order, at: 6.1) == [13])
    #expect(order.isEmpty)
  }

  @Test func `none goes on twice, and none that is too late`() {
    var order = SoundPacketOrder()
    #expect(Self.insert(3, at: 0, into: &order) == true)
    #expect(Self.insert(3, at: 0, into: &order) == false)
    #expect(Self.take(&order, at: 2) == [3])
    #expect(Self.insert(3, at: 2, into: &order) == false)
    #expect(Self.insert(2, at: 2, into: &order) == false)
    #expect(Self.insert(.max, at: 2, into: &order) == true)
    #expect(order.takeFirst()?.sequence == .max)
    #expect(order.takeFirst() == nil)
  }

  @Test func `it does not keep more than a sender has on its way`() {
    var order = SoundPacketOrder()
    for index in 0..<5_000 as Range<Int64> {
      #expect(Self.insert(index * 2, at: 0, into: &order) == true)
      _ = order.next(at: .zero)
    }
    var left = 0
    while order.takeFirst() != nil { left += 1 }
    #expect(left <= SoundPacketOrder.most + 1)
  }
}

extension SoundPacketOrder.Packet: Equatable {
  public static func == (left: Self, right: Self) -> Bool { left.sequence == right.sequence }
}
