internal import Glibc

/// What callgrind counted, by the part of the ink engine that the functions belong to.
///
/// Each function's own instructions count, so what the compiler has inlined goes with the function
/// that it stands in. The standard library's functions that were not inlined are in no part.
struct CallgrindCosts {
  /// All instructions.
  private(set) var total: Int64 = 0
  /// From points to coverage.
  private(set) var raster: Int64 = 0
  /// From coverage to pixels, and whether they differ from those before.
  private(set) var composite: Int64 = 0

  private enum Part { case raster, composite, none }

  /// Types of Strokes as mangled names spell them.
  private static let rasterTypes = [
    "11SweepRaster", "10RoundSweep", "10BroadSweep", "11ChiselSweep", "12CoverageTile",
    "12StrokeTracer", "11PenDynamics", "8PenSpeed", "9SweepClip",
    "13CoverageLayer", "10OpenStroke", "11ItemPainter", "12PackedPoints",
  ]
  private static let compositeTypes = [
    "10Compositor", "9PixelQuad", "12GrainSampler", "4Wash", "10PaperTiles", "5Paper",
    "11BlockPixels", "11BlockMemory", "6CanvasV5store", "13BoardRendererC7compose",
    "13BoardRendererC11composeBase", "13BoardRendererC3lay",
  ]

  /// Reads callgrind's file; nil when it is none.
  init?(of path: String) {
    guard let file = unsafe fopen(path, "r") else { return nil }
    defer { unsafe fclose(file) }
    var parts: [Substring: Part] = [:]
    var part = Part.none
    var isCall = false
    var line = [CChar](repeating: 0, count: 1 << 16)
    while unsafe fgets(&line, Int32(line.count), file) != nil {
      let text = String(
        decoding: line.prefix { $0 != 0 && $0 != 10 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      if text.hasPrefix("fn=") || text.hasPrefix("cfn=") {
        // The name stands behind the number at its first mention only.
        let words = text.drop { $0 != "(" }.split(separator: " ", maxSplits: 1)
        guard let number = words.first else { continue }
        let known = parts[number] ?? words.last.map(Self.part) ?? .none
        parts[number] = known
        if text.hasPrefix("fn=") { part = known }
      } else if text.hasPrefix("calls=") {
        isCall = true
      } else if let first = text.first,
        first.isNumber || first == "+" || first == "-" || first == "*"
      {
        // The line behind a call has the cost of what was called.
        if !isCall { add(Int64(text.split(separator: " ").last ?? "") ?? 0, to: part) }
        isCall = false
      }
    }
    if total == 0 { return nil }
  }

  private mutating func add(_ cost: Int64, to part: Part) {
    total += cost
    switch part {
    case .raster: raster += cost
    case .composite: composite += cost
    case .none: break
    }
  }

  private static func part(of function: Substring) -> Part {
    guard function.hasPrefix("$s7Strokes") || function.contains("7Strokes") else { return .none }
    // A closure's name begins with where it stands, which is what it works for.
    for type in compositeTypes where function.contains(type) { return .composite }
    for type in rasterTypes where function.contains(type) { return .raster }
    return .none
  }
}
