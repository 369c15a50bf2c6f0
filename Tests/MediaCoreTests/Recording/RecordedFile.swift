import MediaCore
import Strokes

/// A recording read back: what a player would see of it.
struct RecordedFile {
  var duration: MediaTime?
  var videoTimes: [MediaTime] = []
  var keyTimes: [MediaTime] = []
  var frames: [EncodedFrame] = []
  var audioPackets = 0
  var texts: [(time: MediaTime, text: String)] = []
  var size: (width: Int32, height: Int32) = (0, 0)

  init(_ sink: MemorySink) throws {
    var demuxer = try Demuxer(MemorySource(sink.bytes))
    duration = demuxer.duration
    let streams = demuxer.streams
    while let packet = try demuxer.next() {
      let time = packet.time ?? .zero
      switch streams[packet.stream].kind {
      case .video:
        size = (streams[packet.stream].width, streams[packet.stream].height)
        videoTimes.append(time)
        if packet.isKeyFrame { keyTimes.append(time) }
        frames.append(
          EncodedFrame(bytes: packet.bytes, time: time, isKeyFrame: packet.isKeyFrame))
      case .audio: audioPackets += 1
      case .text: texts.append((time, String(decoding: packet.bytes, as: UTF8.self)))
      case .other: break
      }
    }
  }

  /// The picture that stands at `time`; the last one without a time.
  func picture(at time: MediaTime? = nil) throws -> I420Picture {
    var decoder = try VPXDecoder()
    var picture = I420Picture(width: 1, height: 1)
    for frame in frames {
      if let time, frame.time > time { break }
      picture = try decoder.picture(of: frame)
    }
    return picture
  }

  /// Whether the times of all frames rise by at least a millisecond.
  var timesRise: Bool {
    for index in videoTimes.indices.dropFirst()
    where videoTimes[index].nanoseconds - videoTimes[index - 1].nanoseconds < 1_000_000 {
      return false
    }
    return true
  }
}
