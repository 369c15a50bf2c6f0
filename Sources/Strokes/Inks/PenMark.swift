/// What a pen leaves at one point of a stroke, in board pixels.
struct PenMark {
  /// Across a round nib or a chisel; along the edge of a broad one.
  var width: Double
  /// Of a broad nib, across its edge.
  var thickness: Double
  /// Unit vector along the edge of a broad nib.
  var edgeX: Double
  var edgeY: Double
  /// 0…1.
  var opacity: Double
}
