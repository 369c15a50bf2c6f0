/// The smallest piece of a stroke: a nib moved along a straight line, in canvas pixels.
///
/// A stroke's coverage of a pixel is the largest of its sweeps' coverages there. That makes it
/// independent of how the points arrived, of the order of the sweeps and of self-crossings.
struct Sweep {
  /// The nib at one end of the line.
  struct End {
    var x: Float
    var y: Float
    /// Half the width of a round nib or a chisel; half the thickness of a broad one.
    var radius: Float
    /// From the middle of a broad nib to the end of its edge; 0, 0 for other nibs.
    var edgeX: Float
    var edgeY: Float
    /// 0…1, the share of the ink that the pen gives here.
    var opacity: Float
  }

  var from: End
  var to: End
  /// Number of the stroke point that this sweep leads to.
  var point: Int32
}
