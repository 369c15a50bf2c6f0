/// Who begins: the client is `active` in a session description, the server `passive` (RFC 8842, 5.2).
package enum DTLSRole: Equatable, Sendable {
  case client
  case server
}
