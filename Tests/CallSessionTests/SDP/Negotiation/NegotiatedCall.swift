import Testing

@testable import CallSession

/// A call of two of our sides: both may offer.
struct NegotiatedCall {
  var one = Negotiators.publishing()
  var other = Negotiators.taking()

  mutating func oneOffers() throws -> SessionDescription {
    let offer = try one.offer()
    try one.accept(Self.carried(other.answer(to: Self.carried(offer))))
    try check()
    return offer
  }

  mutating func otherOffers() throws -> SessionDescription {
    let offer = try other.offer()
    try other.accept(Self.carried(one.answer(to: Self.carried(offer))))
    try check()
    return offer
  }

  /// As it comes out at the other end.
  private static func carried(_ description: SessionDescription) throws -> SessionDescription {
    try SessionDescription(description.description)
  }

  /// What one sends the other receives, under the same names and numbers.
  func check(_ comment: Comment? = nil) throws {
    let (ours, theirs) = (try #require(one.current), try #require(other.current))
    #expect(ours.media.map(\.index) == theirs.media.map(\.index), comment)
    #expect(ours.media.map(\.mid) == theirs.media.map(\.mid), comment)
    #expect(ours.media.map(\.direction) == theirs.media.map(\.direction.reversed), comment)
    #expect(ours.media.map(\.sending) == theirs.media.map(\.receiving), comment)
    #expect(ours.media.map(\.receiving) == theirs.media.map(\.sending), comment)
    #expect(ours.media.map(\.extensions) == theirs.media.map(\.extensions), comment)
    #expect(Set([ours.transport.role, theirs.transport.role]) == [.active, .passive], comment)
    #expect(ours.transport.credentials == other.transport.credentials, comment)
    #expect(theirs.transport.credentials == one.transport.credentials, comment)
    #expect(Self.living(one) == Self.living(other), comment)
  }

  private static func living(_ side: SessionNegotiation) -> [Int] {
    side.slots.indices.filter { !side.slots[$0].isStopped }
  }
}
