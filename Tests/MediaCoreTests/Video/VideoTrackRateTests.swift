import MediaCore
import Strokes
import TestSupport
import Testing

/// A track that keeps to a bit rate.
@Suite struct VideoTrackRateTests {
  private let width = 320
  private let height = 240

  /// Two seconds of writing, three of a picture that is noise again and again, and a rest.
  private func record(
    bitsPerSecond: Int?, keyFrameInterval: Int64 = 1_000, isConstantRate: Bool = false,
    restSeconds: Int64 = 8
  ) throws -> (frames: [EncodedFrame], shown: Double) {
    var cadence = VideoCadence.Configuration()
    cadence.isConstantRate = isConstantRate
    cadence.keyFrameInterval = MediaTime(milliseconds: keyFrameInterval)
    cadence.keyFrameDistance = 1
    var video = VideoTrackEncoder(
      encoder: try CanvasVP8Encoder(width: Int32(width), height: Int32(height)),
      width: Int32(width), height: Int32(height), cadence: cadence,
      rateControl: bitsPerSecond.map { VideoRateControl(bitsPerSecond: $0, frames: .fps30) })
    var canvas = ScribbledCanvas(width: width, height: height)
    var noise = SeededGenerator(seed: 5)
    var all = BlockMap(width: Int32(width), height: Int32(height))
    all.insertAll()
    video.update(
      from: canvas.pixels.span, stride: 4 * width, damage: Damage(blocks: all), at: .zero)
    var frames: [EncodedFrame] = []
    for index in 0..<150 {
      let time = MediaTime(count: Int64(index), rate: 30)
      while let frame = try video.nextFrame(before: time) { frames.append(frame) }
      var blocks = all
      if index < 60 {
        blocks = canvas.write()
      } else {
        for pixel in canvas.pixels.indices {
          let value = UInt32(noise.next() & 255)
          canvas.pixels[pixel] = 0xFF00_0000 | value << 16 | value << 8 | value
        }
      }
      video.update(
        from: canvas.pixels.span, stride: 4 * width, damage: Damage(blocks: blocks), at: time)
    }
    let end = MediaTime(count: 150 + restSeconds * 30, rate: 30)
    let final = video.finalInstant(end: end)
    while let frame = try video.nextFrame(before: final) { frames.append(frame) }
    var source = I420Picture(width: Int32(width), height: Int32(height))
    ColourConverter.convert(all, of: canvas.pixels.span, stride: 4 * width, into: &source)
    var decoder = try VPXDecoder()
    var last = I420Picture(width: Int32(width), height: Int32(height))
    for frame in frames { last = try decoder.picture(of: frame) }
    return (frames, lumaPSNR(source, last, in: all) ?? 99)
  }

  @Test(arguments: [200_000, 1_000_000])
  func aRestlessPictureKeepsToTheRateAndIsSharpAtRest(rate: Int) throws {
    let recording = try record(bitsPerSecond: rate, restSeconds: rate < 500_000 ? 30 : 8)
    let free = try record(bitsPerSecond: nil)
    #expect(recording.shown > free.shown - 0.3, "\(recording.shown) dB, \(free.shown) dB")
    let frames = recording.frames.filter { !$0.isKeyFrame }
    for first in frames.indices {
      var bits = 0
      for frame in frames[first...] {
        bits += frame.bytes.count * 8
        let seconds = (frame.time - frames[first].time).seconds
        guard Double(bits) <= Double(rate) * (1 + seconds) else {
          Issue.record("\(bits) bits in \(seconds) s")
          return
        }
      }
    }
    var freeBits = 0
    for frame in free.frames { freeBits += frame.bytes.count * 8 }
    #expect(freeBits > 4 * 1_000_000 * 5)
  }

  /// While everything changes there are whole pictures in between, not the top of one and the bottom
  /// of another.
  @Test func aRestlessPictureIsShownInFewerFramesRatherThanInParts() throws {
    let recording = try record(bitsPerSecond: 200_000, keyFrameInterval: 60_000)
    var decoder = try VPXDecoder()
    var last = I420Picture(width: Int32(width), height: Int32(height))
    var count = 0
    for frame in recording.frames {
      let shown = try decoder.picture(of: frame)
      // Noise leaves no block as it was.
      if frame.time > MediaTime(milliseconds: 2_500), frame.time < MediaTime(milliseconds: 4_900) {
        count += 1
        let same = lumaDifference(last, shown).filter { $0 == 0 }.count
        #expect(same == 0, "\(same) blocks at \(frame.time.seconds) s")
      }
      last = shown
    }
    #expect(count > 8 && count < 60, "\(count)")
  }

  /// By block, the sum of absolute differences.
  private func lumaDifference(
    _ one: borrowing I420Picture, _ other: borrowing I420Picture
  ) -> [Int] {
    var sums = [Int](repeating: 0, count: width / 16 * height / 16)
    one.withPlane(.luma) { first, stride in
      other.withPlane(.luma) { second, _ in
        for y in 0..<height {
          for x in 0..<width {
            let index = y * stride + x
            sums[y / 16 * (width / 16) + x / 16] += abs(Int(first[index]) - Int(second[index]))
          }
        }
      }
    }
    return sums
  }

  @Test func keyFramesWaitForABitButNotForEver() throws {
    let recording = try record(bitsPerSecond: 200_000)
    let keys = recording.frames.filter(\.isKeyFrame).map(\.time.seconds)
    var longest = 0.0
    for (one, next) in zip(keys, keys.dropFirst()) where next < 5 {
      longest = max(longest, next - one)
    }
    #expect(longest > 1.5 && longest < 2.1, "\(keys)")
  }

  @Test func aConstantRateHasAFrameAtEveryInstantAllTheSame() throws {
    let recording = try record(bitsPerSecond: 200_000, isConstantRate: true)
    for (index, frame) in recording.frames.enumerated() {
      #expect(frame.time == MediaTime(count: Int64(index), rate: 30))
    }
    #expect(recording.frames.count == 150 + 240 - 1)
  }

  @Test func writingIsAsGoodAsWithoutARate() throws {
    var sizes: [[EncodedFrame]] = []
    for rate in [nil, 2_000_000] as [Int?] {
      let frames = try record(bitsPerSecond: rate).frames
      sizes.append(frames.filter { $0.time < MediaTime(milliseconds: 900) })
    }
    #expect(sizes[0] == sizes[1])
  }
}
