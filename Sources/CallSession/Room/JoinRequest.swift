import Strokes

/// The first thing somebody says. Who they are and as what they are invited is not said here: the
/// signalling server knows.
package struct JoinRequest: Equatable, Sendable {
  package static let currentVersion: UInt32 = 1

  /// Of the room's protocol.
  package var version: UInt32
  /// Of the ink engine that draws the sender's board, see `BoardHeader.currentInkEngine`.
  package var inkEngine: UInt32
  package var name: String
  /// To come back after a lost connection.
  package var resumption: Resumption?

  package struct Resumption: Equatable, Sendable {
    package var key: ResumeKey
    /// The last event of the room's numbering that was seen.
    package var lastSequence: UInt64

    package init(key: ResumeKey, lastSequence: UInt64) {
      self.key = key
      self.lastSequence = lastSequence
    }
  }

  package init(
    version: UInt32 = currentVersion, inkEngine: UInt32 = BoardHeader.currentInkEngine,
    name: String, resumption: Resumption? = nil
  ) {
    self.version = version
    self.inkEngine = inkEngine
    self.name = name
    self.resumption = resumption
  }
}

/// Proves that a connection belongs to a participant who was here. Drawn by the server, secret.
package struct ResumeKey: Hashable, Sendable {
  package var high: UInt64
  package var low: UInt64

  package init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  package init(using random: inout some RandomNumberGenerator) {
    high = random.next()
    low = random.next()
  }

  /// In a time that does not depend on where the keys differ.
  func matches(_ other: ResumeKey) -> Bool {
    (high ^ other.high) | (low ^ other.low) == 0
  }
}
