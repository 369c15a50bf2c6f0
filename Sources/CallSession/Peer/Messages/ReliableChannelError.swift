/// Why a message was not taken, or a segment not understood.
package enum ReliableChannelError: Error, Equatable, Sendable {
  /// More than `ReliableChannel.mostBytes`.
  case messageTooLong
  /// Too much waits already: try again when `backlog` is smaller.
  case full
  /// Bytes that no channel sends. The channel goes on without them.
  case malformed
  /// The peer's messages make no sense together, or all numbers are used up: nothing comes of it any more.
  case broken
}
