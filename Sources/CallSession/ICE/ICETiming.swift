package import MediaCore

/// The times that RFC 8445 and RFC 7675 name.
package enum ICETiming {
  /// Without a sign of agreement nothing may be sent after this (RFC 7675, 5.1).
  package static let consent = MediaTime(milliseconds: 30_000)
  /// How long a side that waits to be called is kept.
  package static let halfOpen = MediaTime(milliseconds: 30_000)
  /// How long a way is looked for at least, since the other side may still send (RFC 8863, 4).
  package static let patience = MediaTime(milliseconds: 39_500)
  /// A way of lower priority takes over only when the one that is used was not named for this long: a
  /// side that names all its ways at once (as RFC 5245 allowed) means the best of them.
  static let nominationHold = MediaTime(milliseconds: 500)

  /// Between two checks: short where there are few, since what they would crowd out is nothing
  /// (RFC 8445, 14.2, has 5 ms as the least and 50 ms as the rule).
  static func pace(pairs: Int) -> MediaTime {
    MediaTime(milliseconds: pairs <= 4 ? 5 : pairs <= 10 ? 20 : 50)
  }

  /// RFC 8489, 6.2.1.
  static let firstTimeout = MediaTime(milliseconds: 500)
  /// Of a way whose round trip is known.
  static let shortestTimeout = MediaTime(milliseconds: 100)
  /// A check that answers another is not sent twice within this.
  static let shortestRepeat = MediaTime(milliseconds: 50)
  /// How long a better way is waited for once there is one.
  static let nominationWait = MediaTime(milliseconds: 250)
  /// Between two questions whether the other side still agrees, in nanoseconds (RFC 7675, 5.1: 5 s, ±20 %).
  static let consentInterval: ClosedRange<Int64> = 4_000_000_000...6_000_000_000
  /// An answer to such a question that takes longer counts no more.
  static let consentAnswer = MediaTime(milliseconds: 10_000)
  /// Two questions in a row without an answer: another way is looked for.
  static let suspicion = MediaTime(milliseconds: 12_500)
}
