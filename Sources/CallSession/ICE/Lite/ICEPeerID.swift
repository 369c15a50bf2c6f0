/// A peer of a server's port. Numbers are never given twice.
package struct ICEPeerID: Hashable, Sendable {
  package let rawValue: Int

  init(rawValue: Int) { self.rawValue = rawValue }
}
