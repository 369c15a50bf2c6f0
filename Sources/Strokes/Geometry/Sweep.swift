/// The smallest piece of a stroke: a nib moved along a straight line, in canvas pixels.
///
/// A stroke's coverage of a pixel is the largest of its sweeps' coverages there. That makes it
/// independent of how the points arrived, of the order of the sweeps and of self-crossings.
struct Sweep {
  var fromX: Float
  var fromY: Float
  var toX: Float
  var toY: Float
  /// Half the width at either end.
  var fromRadius: Float
  var toRadius: Float
  /// 0…1, the share of the ink that the pen gives here.
  var opacity: Float
  /// Number of the stroke point that this sweep leads to.
  var point: Int32
}
