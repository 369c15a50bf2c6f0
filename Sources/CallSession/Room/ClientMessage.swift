/// A command under its sender's own number.
///
/// Numbers count up from 1 by one, over lost connections too. So what was sent before a connection
/// broke and is sent again after it counts once.
package struct ClientMessage: Equatable, Sendable {
  package var number: UInt64
  package var command: RoomCommand
  /// As it was sent; what the limit on bytes counts.
  package var byteCount: Int

  package init(number: UInt64, command: RoomCommand, byteCount: Int = 32) {
    self.number = number
    self.command = command
    self.byteCount = byteCount
  }
}
