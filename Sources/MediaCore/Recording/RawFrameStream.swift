/// Raw frames from a pipe or file, of which is known what they are.
package struct RawFrameStream {
  package let format: RawFrameRecording.Format
  /// In pixels.
  package let width: Int32
  package let height: Int32
  package let rate: FrameRate
  private(set) var reader: RawFrameReader

  /// Reads the header of y4m.
  ///
  /// - Parameters:
  ///   - size: of the frames; nil when y4m says it. If both say it they must agree.
  ///   - rate: nil when y4m says it; overrides the header's.
  package init(
    _ source: any ByteSource, format: RawFrameRecording.Format,
    size: (width: Int32, height: Int32)?, rate: FrameRate?
  ) throws(MediaError) {
    var reader = RawFrameReader(source)
    var (size, rate) = (size, rate)
    if format == .y4m {
      let header = try Self.header(&reader)
      if let size, size != (header.width, header.height) {
        throw MediaError(
          .usage,
          "the frames are \(header.width)×\(header.height), not \(size.width)×\(size.height)")
      }
      size = (header.width, header.height)
      rate = rate ?? header.rate
    }
    guard let size, let rate else {
      throw MediaError(.usage, "raw frames do not say their size and rate: give both")
    }
    let sides = 1...I420Picture.largestSide
    guard sides.contains(size.width), sides.contains(size.height) else {
      throw MediaError(VideoEncoderError.size(width: size.width, height: size.height))
    }
    (width, height) = size
    self.format = format
    self.rate = rate
    self.reader = reader
    self.reader.expectFrames(of: shape.frameSize)
  }

  private static func header(_ reader: inout RawFrameReader) throws(MediaError) -> Y4MHeader {
    guard try reader.fillLine(longest: Y4MHeader.longestLine) else {
      throw MediaError(Y4MError.notY4M)
    }
    do {
      return try Y4MHeader(parsing: reader.line.span)
    } catch {
      throw MediaError(error)
    }
  }
}

extension RawFrameStream: FrameMaker {
  package var shape: FrameShape {
    FrameShape(
      width: width, height: height, pixels: format == .bgra ? .bgra : .i420, rate: rate)
  }

  /// A last frame that does not come whole is left out.
  package mutating func next(into bytes: inout [UInt8]) throws(MediaError) -> MadeFrame {
    if format == .y4m, try !reader.beginFrame() { return .end(at: nil) }
    return try reader.fill(&bytes, shape.frameSize) ? .frame(at: nil) : .end(at: nil)
  }
}
