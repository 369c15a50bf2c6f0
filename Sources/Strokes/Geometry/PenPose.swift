/// A pen on the canvas at one place of its path, before it is rounded into a sweep's end.
struct PenPose {
  /// Canvas pixels.
  var x: Double
  var y: Double
  var radius: Double
  var edgeX: Double
  var edgeY: Double
  /// 0…1.
  var opacity: Double

  /// How far ink reaches from the place: a chisel's corner lies beyond its half width by less than
  /// the half width's half, whatever its aspect.
  var reach: Double {
    radius * 1.5 + (edgeX * edgeX + edgeY * edgeY).squareRoot()
  }

  /// The pose `share` of the way to `other`, place included.
  func mixed(with other: PenPose, share: Double) -> PenPose {
    func mix(_ one: Double, _ two: Double) -> Double { one + (two - one) * share }
    return PenPose(
      x: mix(x, other.x), y: mix(y, other.y), radius: mix(radius, other.radius),
      edgeX: mix(edgeX, other.edgeX), edgeY: mix(edgeY, other.edgeY),
      opacity: mix(opacity, other.opacity))
  }

  var end: Sweep.End {
    Sweep.End(
      x: Float(x), y: Float(y), radius: Float(radius), edgeX: Float(edgeX), edgeY: Float(edgeY),
      opacity: Float(opacity))
  }
}
