/// One picture in 4:2:0: limited-range BT.601 luma and two chroma planes of half the size.
///
/// The planes are stored at the coded size, which is the size rounded up to whole 16×16 blocks; the
/// padding repeats the last column and row, so that an encoder can read whole blocks. Chroma of an
/// odd size is rounded up. A new picture is black.
@safe
package struct I420Picture: ~Copyable {
  /// The largest width or height that a VP8 key frame can state (RFC 6386, 9.1).
  package static let largestSide: Int32 = 16_383

  /// Size as shown, in pixels.
  package let width: Int32
  package let height: Int32
  /// Bytes from one row to the next.
  package let lumaStride: Int
  package let chromaStride: Int
  private let storage: UnsafeMutablePointer<UInt8>

  package var codedWidth: Int { (Int(width) + 15) & ~15 }
  package var codedHeight: Int { (Int(height) + 15) & ~15 }
  package var chromaWidth: Int { (Int(width) + 1) / 2 }
  package var chromaHeight: Int { (Int(height) + 1) / 2 }

  /// Size of a plane as shown, in samples.
  package func size(of plane: Plane) -> (width: Int, height: Int) {
    plane == .luma ? (Int(width), Int(height)) : (chromaWidth, chromaHeight)
  }

  package init(width: Int32, height: Int32) {
    precondition(
      width > 0 && height > 0 && width <= Self.largestSide && height <= Self.largestSide,
      "a picture has 1×1 to 16383×16383 pixels")
    self.width = width
    self.height = height
    // 64-byte rows keep every 16×16 block within one cache line a row.
    lumaStride = (Int(width) + 63) & ~63
    chromaStride = lumaStride / 2
    let rows = (Int(height) + 15) & ~15
    let luma = lumaStride * rows
    let chroma = chromaStride * rows / 2
    unsafe storage = UnsafeMutableRawPointer.allocate(
      byteCount: luma + 2 * chroma, alignment: 64
    ).bindMemory(to: UInt8.self, capacity: luma + 2 * chroma)
    unsafe storage.initialize(repeating: 16, count: luma)
    unsafe (storage + luma).initialize(repeating: 128, count: 2 * chroma)
  }

  deinit {
    unsafe storage.deallocate()
  }

  /// The three planes for a C library. The pointers live as long as the call.
  func withUnsafePlanes<Result: ~Copyable, Failure: Error>(
    _ body: (I420Planes) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let luma = lumaStride * codedHeight
    let planes = unsafe I420Planes(
      luma: storage, blue: storage + luma, red: storage + luma + luma / 4,
      lumaStride: lumaStride, chromaStride: chromaStride)
    return try unsafe body(planes)
  }

  /// Reads one plane, rows `stride` bytes apart, at its coded size.
  package func withPlane<Result, Failure: Error>(
    _ plane: Plane, _ body: (Span<UInt8>, _ stride: Int) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let place = place(of: plane)
    let bytes = unsafe UnsafeBufferPointer(start: storage + place.offset, count: place.count)
    return try unsafe body(bytes.span, place.stride)
  }

  /// Changes one plane, rows `stride` bytes apart, at its coded size.
  package mutating func withMutablePlane<Result, Failure: Error>(
    _ plane: Plane, _ body: (inout MutableSpan<UInt8>, _ stride: Int) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let place = place(of: plane)
    let bytes = unsafe UnsafeMutableBufferPointer(
      start: storage + place.offset, count: place.count)
    var span = unsafe bytes.mutableSpan
    return try body(&span, place.stride)
  }

  private func place(of plane: Plane) -> (offset: Int, count: Int, stride: Int) {
    let luma = lumaStride * codedHeight
    switch plane {
    case .luma: return (0, luma, lumaStride)
    case .blue: return (luma, luma / 4, chromaStride)
    case .red: return (luma + luma / 4, luma / 4, chromaStride)
    }
  }

  package enum Plane: CaseIterable, Sendable {
    case luma
    /// Blue difference, U.
    case blue
    /// Red difference, V.
    case red

    /// Side of the square that a 16×16 block takes in this plane.
    package var blockSide: Int { self == .luma ? 16 : 8 }
  }
}

/// Where the planes of an `I420Picture` are, for the length of one call.
@unsafe
struct I420Planes {
  let luma: UnsafeMutablePointer<UInt8>
  let blue: UnsafeMutablePointer<UInt8>
  let red: UnsafeMutablePointer<UInt8>
  let lumaStride: Int
  let chromaStride: Int
}
