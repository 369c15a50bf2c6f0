import MediaIO
import TestSupport

@testable import MediaCore

/// A WebM file taken apart by our own scanner.
struct WebMContents {
  var seekHead: [WebMSeekEntry] = []
  var title: String?
  var duration: MediaTime?
  var tracks: [WebMTrackEntry] = []
  var chapters: [WebMChapter] = []
  var cues: [WebMCue] = []
  var clusters: [Int64] = []
  var blocks: [WebMBlock] = []
  var damage: Int64 = 0
  var segmentStart: Int64
  var isCut: Bool
  /// Whether the cues stand before the first cluster.
  var cuesAreFirst = false

  init(_ bytes: [UInt8]) throws {
    var scanner = WebMScanner(MemorySource(bytes))
    while let event = try scanner.next() {
      switch event {
      case .seekHead(let entries): seekHead += entries
      case .info(let title, let duration): (self.title, self.duration) = (title, duration)
      case .tracks(let entries): tracks += entries
      case .chapters(let entries): chapters += entries
      case .cues(let entries):
        cues += entries
        cuesAreFirst = clusters.isEmpty
      case .cluster(let offset): clusters.append(offset)
      case .block(let block): blocks.append(block)
      case .damage(let bytes): damage += bytes
      }
    }
    segmentStart = scanner.segmentStart
    isCut = scanner.isCut
  }

  func blocks(of track: UInt64) -> [WebMBlock] {
    blocks.filter { $0.track == track }
  }

  /// Block times never go back, rise within a track, and every cluster is at most a second long.
  var timesRise: Bool {
    var last = MediaTime.zero
    var lastOfTrack: [UInt64: MediaTime] = [:]
    var clusterStart = MediaTime.zero
    var cluster: Int64 = -1
    for block in blocks {
      if block.time < last { return false }
      if let before = lastOfTrack[block.track], block.time <= before { return false }
      if block.relativeTime < 0 { return false }
      if block.clusterOffset != cluster {
        (cluster, clusterStart) = (block.clusterOffset, block.time)
      }
      if block.time - clusterStart > MediaTime(milliseconds: 1000) { return false }
      last = block.time
      lastOfTrack[block.track] = block.time
    }
    return true
  }

  /// Every cue names a cluster that holds, at its time, a key frame of its track.
  var cuesHitKeyFrames: Bool {
    for cue in cues {
      let offset = cue.clusterPosition + segmentStart
      guard
        blocks.contains(where: {
          $0.clusterOffset == offset && $0.track == cue.track && $0.time == cue.time
            && $0.isKeyFrame
        })
      else { return false }
    }
    return true
  }
}

/// Something that looks like a VP8 frame to a container: tag, start code and size of a key frame,
/// then noise.
func frameBytes(
  isKey: Bool, width: Int32 = 320, height: Int32 = 240, size: Int, seed: UInt64
) -> [UInt8] {
  var generator = SeededGenerator(seed: seed)
  var bytes: [UInt8] = isKey ? [0x10, 0x02, 0x00, 0x9D, 0x01, 0x2A] : [0x11, 0x02, 0x00]
  if isKey {
    bytes += [UInt8(width & 255), UInt8(width >> 8), UInt8(height & 255), UInt8(height >> 8)]
  }
  while bytes.count < size { bytes.append(UInt8(truncatingIfNeeded: generator.next())) }
  return bytes
}

/// One sine, interleaved over `channels`.
func sine(
  _ frequency: Double, seconds: Double, rate: Double = 48000, channels: Int = 1, level: Float = 0.5
) -> [Float] {
  var samples: [Float] = []
  let count = Int((seconds * rate).rounded())
  samples.reserveCapacity(count * channels)
  // A rotating vector, so that no library function is needed.
  let step = sineAndCosine(2 * Double.pi * frequency / rate)
  var (s, c) = (0.0, 1.0)
  for _ in 0..<count {
    for _ in 0..<channels { samples.append(Float(s) * level) }
    (s, c) = (s * step.cosine + c * step.sine, c * step.cosine - s * step.sine)
  }
  return samples
}

private func sineAndCosine(_ angle: Double) -> (sine: Double, cosine: Double) {
  var (s, c, term) = (0.0, 0.0, 1.0)
  for n in 0..<20 {
    switch n % 4 {
    case 0: c += term
    case 1: s += term
    case 2: c -= term
    default: s -= term
    }
    term *= angle / Double(n + 1)
  }
  return (s, c)
}
