import MediaCore
import TestSupport
import Testing

@testable import CallSession

@Suite struct RenegotiationTests {
  @Test func `the version grows and the rest of the first lines stays`() throws {
    var call = NegotiatedCall()
    let first = try call.oneOffers()
    let second = try call.oneOffers()
    #expect(first.origin?.session == second.origin?.session)
    #expect(second.origin?.version == 2)
    #expect(first.sections == second.sections)
  }

  @Test func `a stream is added by the one who answered`() throws {
    var call = NegotiatedCall()
    _ = try call.oneOffers()
    call.other.wishes.append(
      .video(id: 22, direction: .sending, source: Negotiators.source(500, track: "camera")))
    call.one.wishes.append(.video(id: 32, direction: .receiving))
    let offer = try call.otherOffers()
    #expect(offer.sections.count == 3)
    #expect(offer.sections[2].media.formats == ["96", "97"])
    #expect(call.one.current?.media(ofWish: 32)?.remoteSources.map(\.source) == [SSRC(500)])
    #expect(call.one.current?.media(ofWish: 31)?.index == 1)
    // Whoever began the handshake is still who did.
    #expect(call.one.current?.transport.role == .active)
  }

  @Test func `a stream pauses and goes on in its place`() throws {
    var call = NegotiatedCall()
    _ = try call.oneOffers()
    call.one.wishes[1].direction = .inactive
    let offer = try call.oneOffers()
    #expect(
      offer.direction(of: offer.sections[1]) == .inactive && offer.sections[1].media.port != 0)
    #expect(call.other.current?.media(ofWish: 21)?.direction == .inactive)
    call.one.wishes[1].direction = .sending
    _ = try call.oneOffers()
    #expect(call.other.current?.media(ofWish: 21)?.direction == .receiving)
  }

  @Test func `a stream stops, and another takes its place under a new name`() throws {
    var call = NegotiatedCall()
    _ = try call.oneOffers()
    let board = call.one.wishes.removeLast()
    let stop = try call.oneOffers()
    #expect(stop.sections[1].media.port == 0)
    #expect(stop.groups.map(\.mids) == [["0"]])
    #expect(call.other.current?.media.map(\.wish) == [20])
    #expect(call.other.current?.rejections.map(\.reason) == [.stopped])
    var next = board
    next.id = 33
    call.one.wishes.append(next)
    let again = try call.oneOffers()
    #expect(again.sections.count == 2)
    #expect(again.sections.map(\.mid) == ["0", "2"])
    #expect(call.other.current?.media.map(\.wish) == [20, 21])
  }

  @Test func `a stopped section stays in its place until it is needed`() throws {
    var call = NegotiatedCall()
    _ = try call.oneOffers()
    call.one.wishes.removeFirst()
    _ = try call.oneOffers()
    let offer = try call.oneOffers()
    #expect(offer.sections.map(\.media.port) == [0, 3478])
    #expect(offer.groups.map(\.mids) == [["1"]])
    #expect(offer.sections[1].lines.candidates.count == 1)
    #expect(call.other.current?.media.map(\.index) == [1])
  }

  @Test func `what the peer refused is not offered again`() throws {
    var call = NegotiatedCall()
    call.other.wishes.removeLast()
    _ = try call.oneOffers()
    let offer = try call.oneOffers()
    #expect(offer.sections.map(\.media.port) == [3478, 0])
    // Under a new name it is another wish.
    call.other.wishes.append(.video(id: 23, direction: .receiving))
    call.one.wishes[1].id = 35
    _ = try call.oneOffers()
    #expect(call.one.current?.media.map(\.wish) == [30, 35])
  }

  @Test func `the one who answered withdraws`() throws {
    var call = NegotiatedCall()
    _ = try call.oneOffers()
    call.other.wishes.removeLast()
    _ = try call.oneOffers()
    #expect(call.one.current?.media.map(\.wish) == [30])
    // All may end; the transport is still known.
    call.other.wishes.removeAll()
    _ = try call.oneOffers()
    #expect(call.one.current?.media.isEmpty == true)
    #expect(call.one.current?.transport.credentials == call.other.transport.credentials)
  }

  @Test func `new credentials start connectivity anew and the handshake keeps its roles`() throws {
    var call = NegotiatedCall()
    let first = try call.oneOffers()
    #expect(!call.other.isRestart(first))
    call.one.transport.credentials = try #require(
      ICECredentials(fragment: "new1", password: "abcdefghijklmnopqrstuv"))
    let offer = try call.one.offer()
    #expect(call.other.isRestart(offer))
    // A section that is not in use may have credentials of its own.
    var mixed = offer
    mixed.sections.insert(first.sections[0], at: 0)
    #expect(!call.other.isRestart(mixed))
    try call.one.accept(call.other.answer(to: offer))
    try call.check()
    #expect(call.other.current?.transport.credentials.fragment == "new1")
    #expect(call.other.current?.transport.role == .passive)
  }

  @Test func `an offer that is taken back leaves nothing`() throws {
    var call = NegotiatedCall()
    _ = try call.oneOffers()
    call.one.wishes.append(.audio(id: 36, direction: .sending))
    _ = try call.one.offer()
    let before = call.one.current
    call.one.rollBack()
    #expect(call.one.current == before)
    _ = try call.otherOffers()
    #expect(call.one.slots.count == 2)
  }

  @Test func `sections that vanish or change are refused and change nothing`() throws {
    var server = Negotiators.showing()
    let offer = try Descriptions.parsed(Descriptions.viewer)
    _ = try server.answer(to: offer)
    let before = server.current
    var shorter = offer
    shorter.sections.removeLast()
    #expect(throws: NegotiationError.sectionCount(expected: 2, found: 1)) {
      try server.answer(to: shorter)
    }
    var swapped = offer
    swapped.sections.swapAt(0, 1)
    #expect(throws: NegotiationError.changedSection(0)) { try server.answer(to: swapped) }
    #expect(server.current == before)
    _ = try server.answer(to: offer)
  }

  @Test func `numbers that a browser uses otherwise are not given to our streams`() throws {
    // To this peer 96 is H.264, 97 its repair, and 1…3 are other extensions.
    let text = Descriptions.offer(
      bundle: "0",
      """
      m=audio 9 UDP/TLS/RTP/SAVPF 109 96 97
      \(Descriptions.transport)
      a=mid:0
      a=extmap:1 urn:a
      a=extmap:2 urn:b
      a=extmap:3 urn:c
      a=recvonly
      a=rtcp-mux
      a=rtpmap:109 opus/48000/2
      a=rtpmap:96 X/90000
      a=rtpmap:97 Y/90000
      """)
    var server = Negotiators.showing()
    _ = try server.answer(to: Descriptions.parsed(text))
    let offer = try server.offer()
    #expect(offer.sections[0].media.formats == ["109"])
    let types = offer.sections[1].formats.map(\.payloadType)
    #expect(types == [98, 99])
    let ids = offer.sections.flatMap { offer.extensions(of: $0) }.map(\.id)
    #expect(!ids.contains { (1...3).contains($0) })
    #expect(offer.sections[1].mid == "1")
  }

  /// Chromium 156 takes the section in which it received for the first track that it adds.
  @Test func `a viewer begins to send in the section in which it received`() throws {
    var server = Negotiators.showing()
    let first = try Descriptions.parsed(Descriptions.viewer)
    _ = try server.answer(to: first)
    #expect(server.wish(at: 1) == 11 && server.wish(at: 2) == nil)
    let second = try Descriptions.parsed(
      Descriptions.offer(
        Descriptions.audio("0", "recvonly"),
        Descriptions.video("1", "sendrecv", sources: Descriptions.videoSources)))
    _ = try server.answer(to: second)
    #expect(server.current?.media(ofWish: 11)?.direction == .sending)
    #expect(server.current?.media(ofWish: 11)?.remoteSources == [])
    server.wishes[1].direction = .both
    _ = try server.answer(to: second)
    #expect(server.current?.media(ofWish: 11)?.direction == .both)
    #expect(server.current?.media(ofWish: 11)?.remoteSources.count == 1)
    // The viewer stops the section: then there is none, and it is not offered to it again.
    let third = try Descriptions.parsed(
      Descriptions.offer(
        bundle: "0", Descriptions.audio("0", "recvonly"),
        Descriptions.video("1", "inactive", port: 0)))
    _ = try server.answer(to: third)
    #expect(server.wish(at: 1) == nil)
    let own = try server.offer()
    #expect(own.sections.map { $0.media.port != 0 } == [true, false])
  }

  @Test func `tracks come and go a hundred times in few sections`() throws {
    var call = NegotiatedCall()
    _ = try call.oneOffers()
    for round in 0..<100 {
      if round % 2 == 0 {
        call.one.wishes.append(
          .video(id: 1000 + round, direction: .both, source: Negotiators.source(900, track: "x")))
        call.other.wishes.append(.video(id: 2000 + round, direction: .both))
      } else {
        call.one.wishes.removeLast()
        call.other.wishes.removeLast()
      }
      _ = round % 3 == 0 ? try call.otherOffers() : try call.oneOffers()
      #expect(call.one.current?.media.count == (round % 2 == 0 ? 3 : 2), "round \(round)")
    }
    #expect(call.one.slots.count == 3)
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `two sides that want this and that agree every time`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var call = NegotiatedCall()
    _ = try call.oneOffers()
    for round in 0..<150 {
      Self.change(&call.one, round, &random)
      Self.change(&call.other, round + 1000, &random)
      let before = (call.one.current, call.other.current)
      if Int.random(in: 0..<6, using: &random) == 0 {
        _ = try call.one.offer()
        call.one.rollBack()
        #expect(call.one.current == before.0)
      }
      let comment: Comment = "seed \(seed), round \(round)"
      let offer =
        Bool.random(using: &random) ? try call.oneOffers() : try call.otherOffers()
      try call.check(comment)
      // What lives keeps its place, and nothing has two.
      let media = try #require(call.one.current).media
      #expect(Set(media.map(\.wish)).count == media.count, comment)
      #expect(Set(offer.sections.compactMap(\.mid)).count == offer.sections.count, comment)
      for old in before.0?.media ?? [] {
        if let new = call.one.current?.media(ofWish: old.wish), new.mid == old.mid {
          #expect(new.index == old.index && new.codec == old.codec, comment)
        }
      }
    }
    #expect(call.one.slots.count < 20)
  }

  /// Adds, changes or withdraws a wish.
  private static func change(
    _ side: inout SessionNegotiation, _ number: Int, _ random: inout SeededGenerator
  ) {
    let direction = MediaDirection.allCases.randomElement(using: &random) ?? .both
    switch Int.random(in: 0..<8, using: &random) {
    case 0 where side.wishes.count < 8:
      side.wishes.append(.audio(id: 100 + number, direction: direction))
    case 1 where side.wishes.count < 8:
      let source = Negotiators.source(UInt32(10_000 + number * 2), track: "t\(number)")
      side.wishes.append(.video(id: 100 + number, direction: direction, source: source))
    case 2 where side.wishes.count < 8:
      let source = Negotiators.source(UInt32(20_000 + number * 2), track: "t\(number)")
      side.wishes.append(.board(id: 100 + number, source: source))
    case 3 where !side.wishes.isEmpty:
      side.wishes.remove(at: Int.random(in: side.wishes.indices, using: &random))
    case 4 where !side.wishes.isEmpty:
      side.wishes[Int.random(in: side.wishes.indices, using: &random)].direction = direction
    case 5 where !side.wishes.isEmpty:
      side.wishes[Int.random(in: side.wishes.indices, using: &random)].retransmits.toggle()
    default: break
    }
  }
}
