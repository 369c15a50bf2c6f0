/// The seven inks, by PencilKit's names. The raw value is the number in the binary codec.
package enum InkKind: UInt8, Hashable, Sendable, CaseIterable {
  case pen = 0
  case monoline = 1
  case marker = 2
  case pencil = 3
  case fountainPen = 4
  case watercolor = 5
  case crayon = 6
}

/// What a stroke is drawn with.
package struct Ink: Hashable, Sendable {
  package var kind: InkKind
  package var colour: Colour
  /// Nominal width in 1/64 board pixel. Points that carry a width of their own override it.
  package var width: UInt16

  package init(kind: InkKind, colour: Colour, width: UInt16) {
    self.kind = kind
    self.colour = colour
    self.width = width
  }
}
