/// An eraser on the board, from putting it down to lifting it: one step of undo.
struct EraserPass {
  let kind: BoardEditor.Eraser
  /// Diameter in 1/64 board pixel.
  let width: UInt16
  /// Where the eraser was last, in 1/64 board pixel.
  var last: SIMD2<Int32>?
  /// The acts of the pass, all one step.
  var acts: [BoardID] = []
}
