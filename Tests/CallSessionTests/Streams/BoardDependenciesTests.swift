import TestSupport
import Testing

@testable import CallSession
@testable import MediaCore

@Suite struct BoardDependenciesTests {
  /// Frames of one packet each unless more are given, by number on the transport as well.
  struct Sender {
    var dependencies: BoardDependencies
    var next: Int64 = 100
    var structure: DependencyStructure?
    var arrived: Set<Int64> = []
    var untold: Set<Int64> = []

    init(firstFrame: UInt16 = 0) { dependencies = BoardDependencies(firstFrame: firstFrame) }

    /// What the first packet of a frame says.
    mutating func send(
      _ kind: BoardDependencies.Kind, packets: Int64 = 1
    ) throws -> DependencyDescriptor {
      let sequences = next...next + packets - 1
      let values = dependencies.descriptors(of: kind, packets: sequences)
      #expect(values.count == Int(packets))
      next += packets
      for sequence in sequences {
        dependencies.noteDeparture(of: sequence, number: sequence, at: .zero)
      }
      let value = values[0]
      let first = try DependencyDescriptor(parsing: value.span, structure: structure)
      structure = first.structure ?? structure
      for (index, value) in values.enumerated() {
        #expect(value.count <= 16)
        let read = try DependencyDescriptor(parsing: value.span, structure: structure)
        #expect(read.startsFrame == (index == 0) && read.endsFrame == (index == values.count - 1))
        #expect(read.frame == first.frame && (read.structure == nil) == (index > 0 || kind != .key))
      }
      return first
    }

    mutating func arrive(_ sequences: ClosedRange<Int64>, at time: Int64 = 0) {
      arrived.formUnion(sequences)
      let highest = arrived.max() ?? 0
      dependencies.confirm(
        at: MediaTime(milliseconds: time), patience: MediaTime(milliseconds: 500)
      ) {
        if arrived.contains($0) { return .arrived }
        return untold.contains($0) && $0 < highest ? .untold : .open
      }
    }

    func named(_ descriptor: DependencyDescriptor) -> [UInt16] {
      structure.map { descriptor.dependencies(by: $0) } ?? []
    }
  }

  @Test func `a frame depends on the one before, a key frame on none`() throws {
    var sender = Sender()
    let key = try sender.send(.key, packets: 5)
    #expect(key.structure != nil && sender.named(key) == [])
    let next = try sender.send(.next, packets: 2)
    #expect(next.frame == key.frame + 1 && sender.named(next) == [key.frame])
    #expect(next.bytes(by: try #require(sender.structure)).count == 3)
  }

  @Test func `a frame that mends depends on the last that is surely had`() throws {
    var sender = Sender()
    _ = try sender.send(.key, packets: 3)
    #expect(sender.dependencies.lastHad == nil)
    for _ in 0..<5 { _ = try sender.send(.next) }
    // The key frame lacks a packet.
    sender.arrive(100...101)
    sender.arrive(103...104)
    #expect(sender.dependencies.lastHad == nil)
    sender.arrive(102...102)
    #expect(sender.dependencies.lastHad == 104)
    // 105 is lost: what came behind it was not decoded.
    sender.arrive(106...107)
    #expect(sender.dependencies.lastHad == 104)
    #expect(sender.dependencies.hasSurely(104) && !sender.dependencies.hasSurely(106))
    #expect(sender.named(try sender.send(.mending)) == [2])
    #expect(sender.named(try sender.send(.next)) == [6])
  }

  @Test func `what was gone around is never depended on, even if it arrives`() throws {
    var sender = Sender()
    for kind in [.key, .next, .next, .next] as [BoardDependencies.Kind] {
      _ = try sender.send(kind)
    }
    sender.arrive(100...100)
    #expect(sender.named(try sender.send(.mending)) == [0])
    // Sent again, what was lost is there at last; who has the frame that mends dropped it.
    sender.arrive(101...103)
    #expect(sender.dependencies.lastHad == 100)
    #expect(sender.named(try sender.send(.mending)) == [0])
    sender.arrive(105...105)
    #expect(sender.dependencies.lastHad == 105)
  }

  @Test func `a packet that was sent again counts by any of its departures`() throws {
    var sender = Sender()
    _ = try sender.send(.key)
    sender.dependencies.noteDeparture(of: 100, number: 900, at: .zero)
    sender.arrive(900...900)
    #expect(sender.dependencies.lastHad == 100)
    // What is known of no frame is no matter.
    sender.dependencies.noteDeparture(of: 7, number: 901, at: .zero)
    sender.dependencies.noteDeparture(of: 100, number: 902, at: .zero)
  }

  @Test func `what feedback is lost of is had once nobody asks for it`() throws {
    var sender = Sender()
    for kind in [.key, .next, .next, .next] as [BoardDependencies.Kind] {
      _ = try sender.send(kind)
    }
    sender.untold = [101, 102]
    sender.arrive(100...100)
    sender.arrive(103...103, at: 400)
    #expect(sender.dependencies.lastHad == 100)
    // It is missing.
    sender.dependencies.deny(102)
    sender.arrive(103...103, at: 600)
    #expect(sender.dependencies.lastHad == 101)
    #expect(sender.dependencies.isAssumed(101) && !sender.dependencies.hasSurely(101))
    #expect(sender.dependencies.hasSurely(100))
    // Sent again, it arrives.
    sender.dependencies.noteDeparture(
      of: 102, number: 900, at: MediaTime(milliseconds: 610))
    sender.arrive(900...900, at: 1_000)
    #expect(sender.dependencies.lastHad == 103 && sender.dependencies.hasSurely(102))
  }

  @Test func `a new key frame begins anew, under other template numbers`() throws {
    var sender = Sender()
    let first = try sender.send(.key)
    sender.arrive(100...100)
    let second = try sender.send(.key)
    #expect(sender.dependencies.lastHad == nil)
    let templates = [first.template, second.template, try sender.send(.next).template]
    #expect(templates == [0, 2, 3])
    for _ in 0..<30 { _ = try sender.send(.key) }
    // 64 numbers, two for each key frame.
    #expect(try sender.send(.key).template == 0)
  }

  @Test func `numbers go around after 16 bits`() throws {
    var sender = Sender(firstFrame: 0xFFFD)
    _ = try sender.send(.key)
    sender.arrive(100...100)
    for expected in [0xFFFE, 0xFFFF, 0, 1] as [UInt16] {
      let frame = try sender.send(.next)
      #expect(frame.frame == expected && sender.named(frame) == [expected &- 1])
    }
    #expect(sender.named(try sender.send(.mending)) == [0xFFFD])
  }

  @Test func `who asks for one packet for ever fills no memory, and is believed once it came`()
    throws
  {
    var sender = Sender()
    _ = try sender.send(.key, packets: 3)
    for number in Int64(1_000)..<11_000 {
      sender.dependencies.noteDeparture(of: 101, number: number, at: .zero)
    }
    #expect(sender.dependencies.departureCount < 12)
    sender.arrive(100...100)
    sender.arrive(102...102)
    #expect(sender.dependencies.lastHad == nil)
    sender.arrive(10_999...10_999)
    #expect(sender.dependencies.lastHad == 102)
  }

  @Test func `of who tells nothing nothing is known, and memory stays bounded`() throws {
    var sender = Sender()
    _ = try sender.send(.key)
    sender.arrive(100...100)
    for _ in 0..<1_000 { _ = try sender.send(.next) }
    #expect(sender.dependencies.lastHad == nil)
    // Without anything to depend on it is an ordinary frame.
    #expect(sender.named(try sender.send(.mending)) == [1_000])
    sender.arrive(101...sender.next - 1)
    #expect(sender.dependencies.lastHad == nil)
    _ = try sender.send(.key)
    #expect(sender.dependencies.lastHad == nil)
    sender.arrive(sender.next - 1...sender.next - 1)
    #expect(sender.dependencies.lastHad == sender.next - 1)
  }
}
