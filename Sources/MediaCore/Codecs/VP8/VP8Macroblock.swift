/// What a frame says about one 16×16 macroblock that it does not merely repeat (RFC 6386, 19.3).
struct VP8Macroblock: Equatable, Sendable {
  /// Raster position, in macroblocks.
  var column: Int32
  var row: Int32
  var prediction: VP8Prediction
  /// 0…3; meaningless in frames without segmentation.
  var segment: UInt8 = 0
  /// Which row of the frame's `VP8Levels` holds its coefficients; nil when it has none (skip).
  var levels: Int32?
}

/// Where a macroblock's prediction comes from.
enum VP8Prediction: Equatable, Sendable {
  case inter(VP8Reference, VP8MotionVector)
  case intra(luma: VP8LumaMode, chroma: VP8ChromaMode)
  /// 16 subblocks with a mode each, in raster order (B_PRED).
  case subblocks(InlineSubblockModes, chroma: VP8ChromaMode)

  /// Whether the luma DCs travel in a block of their own, Y2 (13).
  var hasY2: Bool {
    if case .subblocks = self { return false }
    return true
  }
}

/// A buffer that a decoder keeps (9.7).
enum VP8Reference: UInt8, Equatable, Sendable {
  case last = 1
  case golden = 2
  case alternate = 3
}

/// Quarter-sample units, as coded; whole even luma samples keep chroma whole too (18).
struct VP8MotionVector: Equatable, Sendable {
  var row: Int16
  var column: Int16

  static let zero = VP8MotionVector(row: 0, column: 0)
}

/// 16×16 luma prediction (12.2, 12.3), by the numbers of the RFC's enumeration (8.1 of its source).
enum VP8LumaMode: UInt8, CaseIterable, Equatable, Sendable {
  case dc = 0
  case vertical = 1
  case horizontal = 2
  case trueMotion = 3
}

/// 8×8 chroma prediction (12.2).
enum VP8ChromaMode: UInt8, CaseIterable, Equatable, Sendable {
  case dc = 0
  case vertical = 1
  case horizontal = 2
  case trueMotion = 3
}

/// 4×4 luma prediction (12.3).
enum VP8SubblockMode: UInt8, CaseIterable, Equatable, Sendable {
  case dc = 0
  case trueMotion = 1
  case vertical = 2
  case horizontal = 3
  case leftDown = 4
  case rightDown = 5
  case verticalRight = 6
  case verticalLeft = 7
  case horizontalDown = 8
  case horizontalUp = 9
}

/// The modes of 16 subblocks in raster order, four bits each.
struct InlineSubblockModes: Equatable, Sendable {
  private var nibbles: UInt64 = 0

  init() {}

  subscript(index: Int) -> VP8SubblockMode {
    get { VP8SubblockMode(rawValue: UInt8(nibbles >> UInt64(index * 4) & 15)) ?? .dc }
    set {
      let shift = UInt64(index * 4)
      nibbles = nibbles & ~(15 << shift) | UInt64(newValue.rawValue) << shift
    }
  }
}
