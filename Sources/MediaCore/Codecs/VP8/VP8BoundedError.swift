/// Sums squared differences of at most 24 rows as long as none is too large.
struct VP8BoundedError {
  private let largest: SIMD16<Int16>
  private var sum = VP8SquareSum()
  /// Negative where a difference was too large.
  private var room = SIMD16<Int16>(repeating: 0)

  init(within largest: UInt8) {
    self.largest = SIMD16(repeating: Int16(largest))
  }

  @inline(__always)
  mutating func add(_ a: SIMD16<UInt8>, _ b: SIMD16<UInt8>) {
    let difference = a.minus(b)
    room |= largest &- difference.magnitudes
    sum.add(difference)
  }

  var isExceeded: Bool { (room.lowHalf | room.highHalf).anyLane < 0 }

  var squares: Int32 { sum.total }
}
