import Strokes
import TestSupport

@testable import MediaCore

/// Makes a bad recording out of a good one.
enum FaultyRecording {
  /// Decodes every picture, lets `change` spoil it, and encodes it again; sound stays as it is.
  static func reencoded(
    _ bytes: [UInt8], soundDelay: MediaTime = .zero, textTo: MediaTime? = nil,
    _ change: (inout I420Picture, MediaTime) -> Void = { _, _ in },
    keeping isKept: (MediaTime) -> Bool = { _ in true }
  ) throws -> [UInt8] {
    let contents = try WebMContents(bytes)
    var layout = WebMLayout(tracks: [], expectedDuration: contents.duration)
    var numbers: [UInt64: Int] = [:]
    var encoder: VPXEncoder?
    for track in contents.tracks {
      switch track.codecID {
      case "V_VP8":
        layout.tracks.append(WebMTrack(.vp8(width: track.width, height: track.height)))
        encoder = try VPXEncoder(
          width: track.width, height: track.height,
          settings: VPXSettings(rate: .quantiser(8), refinements: [8]))
      case "A_OPUS":
        let preSkip = Int32((track.codecDelay * 48 + 500_000) / 1_000_000)
        layout.tracks.append(WebMTrack(.opus(channels: track.channels, preSkip: preSkip)))
      default: continue
      }
      numbers[track.number] = layout.tracks.count - 1
    }
    if textTo != nil { layout.tracks.append(WebMTrack(.webVTT)) }
    let sink = MemorySink()
    var writer = try WebMWriter(to: sink, layout: layout)
    var decoder = try VPXDecoder()
    var isFirst = true
    for block in contents.blocks {
      guard let track = numbers[block.track] else { continue }
      if case .vp8(let width, let height) = layout.tracks[track].kind {
        guard var picture = try decoder.decode(block.payload) else { continue }
        guard isKept(block.time) else { continue }
        change(&picture, block.time)
        var blocks = BlockMap(width: width, height: height)
        blocks.insertAll()
        picture.pad(blocks.runs)
        let request = EncodeRequest(
          time: block.time, blocks: blocks, pass: .final, refinement: isFirst ? 0 : 1,
          wantsKeyFrame: isFirst || block.isKeyFrame)
        isFirst = false
        guard let frame = try encoder?.encode(picture, request) else { continue }
        try writer.write(
          WebMPacket(
            track: track, time: block.time, isKeyFrame: frame.isKeyFrame, bytes: frame.bytes))
      } else {
        let entry = contents.tracks.first { $0.number == block.track }
        let delay = MediaTime(nanoseconds: entry?.codecDelay ?? 0)
        try writer.write(
          WebMPacket(
            track: track, time: block.time - delay + soundDelay,
            duration: MediaTime(milliseconds: 20), bytes: block.payload))
      }
      try writer.advance(to: block.time - MediaTime(milliseconds: 500))
    }
    if let textTo, let end = contents.duration {
      let cue = WebVTTCue(
        start: end - MediaTime(milliseconds: 1_000), end: textTo, author: nil, text: "read on")
      try writer.write(cue.packet(track: layout.tracks.count - 1))
    }
    _ = try writer.finish(duration: textTo ?? contents.duration)
    return sink.bytes
  }

  /// From limited to full range.
  static func widen(_ picture: inout I420Picture) {
    for plane in I420Picture.Plane.allCases {
      let (black, range, zero) = plane == .luma ? (16.0, 219.0, 0.0) : (128.0, 224.0, 128.0)
      picture.withMutablePlane(plane) { bytes, _ in
        for index in bytes.indices {
          bytes[index] = level((Double(bytes[index]) - black) * 255 / range + zero)
        }
      }
    }
  }

  static func mirror(_ picture: inout I420Picture) {
    for plane in I420Picture.Plane.allCases {
      let size = picture.size(of: plane)
      picture.withMutablePlane(plane) { bytes, stride in
        for y in 0..<size.height {
          for x in 0..<size.width / 2 {
            let other = y * stride + size.width - 1 - x
            let left = bytes[y * stride + x]
            bytes[y * stride + x] = bytes[other]
            bytes[other] = left
          }
        }
      }
    }
  }

  static func blacken(_ picture: inout I420Picture) {
    for plane in I420Picture.Plane.allCases {
      picture.withMutablePlane(plane) { bytes, _ in
        for index in bytes.indices { bytes[index] = plane == .luma ? 16 : 128 }
      }
    }
  }

  /// From BT.601 to BT.709, both of limited range.
  static func convertToBT709(_ picture: inout I420Picture) {
    let (width, height) = (picture.chromaWidth, picture.chromaHeight)
    let (lumaWidth, lumaHeight) = (Int(picture.width), Int(picture.height))
    var blue = shown(picture, .blue)
    var red = shown(picture, .red)
    picture.withMutablePlane(.luma) { luma, stride in
      for y in 0..<height {
        for x in 0..<width {
          let (u, v) = (Double(blue[y * width + x]) - 128, Double(red[y * width + x]) - 128)
          var (sumU, sumV, count) = (0.0, 0.0, 0.0)
          for row in 2 * y..<min(2 * y + 2, lumaHeight) {
            for column in 2 * x..<min(2 * x + 2, lumaWidth) {
              let l = (Double(luma[row * stride + column]) - 16) / 219
              let r = l + v / 224 * 1.402
              let b = l + u / 224 * 1.772
              let g = (l - 0.299 * r - 0.114 * b) / 0.587
              let other = 0.2126 * r + 0.7152 * g + 0.0722 * b
              luma[row * stride + column] = level(16 + 219 * other)
              sumU += (b - other) / 1.8556
              sumV += (r - other) / 1.5748
              count += 1
            }
          }
          blue[y * width + x] = level(128 + 224 * sumU / count)
          red[y * width + x] = level(128 + 224 * sumV / count)
        }
      }
    }
    for (plane, values) in [(I420Picture.Plane.blue, blue), (.red, red)] {
      picture.withMutablePlane(plane) { bytes, stride in
        for y in 0..<height {
          for x in 0..<width { bytes[y * stride + x] = values[y * width + x] }
        }
      }
    }
  }

  private static func level(_ value: Double) -> UInt8 {
    UInt8(max(min(value.rounded(), 255), 0))
  }

  /// The matrix element says another number, or has another name.
  static func withMatrix(_ bytes: [UInt8], _ number: UInt8?) throws -> [UInt8] {
    var bytes = bytes
    for index in 0..<min(bytes.count - 4, 4_096)
    where bytes[index] == 0x55 && bytes[index + 1] == 0xB1 && bytes[index + 2] == 0x81 {
      if let number { bytes[index + 3] = number } else { bytes[index + 1] = 0xB7 }
      return bytes
    }
    throw NothingCoded()
  }
}
