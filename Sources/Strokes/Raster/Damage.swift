/// What a rendering step changed: exactly these blocks, and, if known, in one word how.
package struct Damage: Sendable {
  package var blocks: BlockMap
  package var hint: DamageHint?

  package init(blocks: BlockMap, hint: DamageHint? = nil) {
    self.blocks = blocks
    self.hint = hint
  }
}

/// A shortcut that an encoder may take after it has verified that it is true.
package enum DamageHint: Equatable, Sendable {
  /// Everything shows the background.
  case cleared
  /// The picture equals the one that was shown before the step with this number.
  case restored(step: UInt64)
  /// The picture moved by whole pixels; what came into view is damage like any other.
  case scrolled(dx: Int32, dy: Int32)
}
