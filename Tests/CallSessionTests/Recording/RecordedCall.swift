import MediaCore
import Strokes
import TestSupport

@testable import CallSession

/// A room with its recorder, tick by tick: real people, real packets, a network that is none.
final class RecordedCall {
  var stage: Stage
  let folder = MemoryFolder()
  let recording: SessionRecording
  /// Who speaks, and the packets that they have sent.
  private(set) var speakers: [Speaker] = []
  /// Whose camera is on.
  private(set) var cameras: [Camera] = []
  private var tick: Int64 = 0

  struct Speaker {
    var author: AuthorID
    var track: UInt32
    var stream: Stream
    var isOn = true
  }

  final class Stream {
    private var encoder: OpusEncoder
    private(set) var payloads: [[UInt8]] = []
    private let step: Int

    init(step: Int) throws {
      encoder = try OpusEncoder(OpusSettings(bitrate: 64_000, complexity: 0, purpose: .call))
      self.step = step
    }

    /// The next packet of a saw-tooth, of which no two are alike.
    func next() throws -> (sequence: Int64, payload: [UInt8]) {
      let start = payloads.count * 960
      let samples = (0..<960).map { Float((start + $0) * step % 997) / 2_000 - 0.25 }
      payloads.append(try encoder.encode(samples))
      return (Int64(payloads.count + 70_000), payloads[payloads.count - 1])
    }
  }

  struct Camera {
    var author: AuthorID
    var frames: [[UInt8]]
    var next = 0
  }

  init(video: (width: Int, height: Int) = (320, 180)) throws {
    stage = try Stage()
    var settings = SessionRecording.Settings()
    (settings.video.width, settings.video.height) = video
    recording = SessionRecording(
      header: stage.room.header, folder: folder, settings: settings)
  }

  var now: MediaTime { stage.now }

  /// Something that somebody does, of which the recorder hears.
  @discardableResult
  func act<Result>(_ body: (inout Stage) throws -> Result) rethrows -> Result {
    let result = try body(&stage)
    forward()
    return result
  }

  func join(_ name: String, as role: RoomRole = .participant) throws -> AuthorID {
    try act { stage in try stage.join(name, as: role) }
  }

  /// Publishes a microphone and speaks.
  func speak(_ author: AuthorID) throws {
    let track = publish(.microphone, author)
    let stream = try Stream(step: 3 + speakers.count * 2)
    speakers.append(Speaker(author: author, track: track, stream: stream))
  }

  /// Publishes a camera that shows one brightness.
  func film(_ author: AuthorID, luma: UInt8, frames: Int) throws {
    _ = publish(.camera, author)
    var encoder = try VPXEncoder(width: 160, height: 90)
    var all = BlockMap(width: 160, height: 90)
    all.insertAll()
    var picture = I420Picture(width: 160, height: 90)
    for (plane, value) in [
      (I420Picture.Plane.luma, luma), (.blue, 100), (.red, 100),
    ] {
      picture.withMutablePlane(plane) { bytes, _ in
        for index in bytes.indices { bytes[index] = value }
      }
    }
    var coded: [[UInt8]] = []
    for index in 0..<frames {
      let request = EncodeRequest(
        time: MediaTime(milliseconds: Int64(index) * 60), blocks: all, pass: .final,
        wantsKeyFrame: index % 20 == 0)
      if let frame = try encoder.encode(picture, request) { coded.append(frame.bytes) }
    }
    cameras.append(Camera(author: author, frames: coded))
  }

  /// A whole stroke, of which the recorder hears act by act.
  func stroke(_ x: Int32, from author: AuthorID) {
    let name = stage.newName(of: author)
    let actions: [BoardAction] = [
      .strokeBegan(name, ink: Stage.ink, channels: [], order: nil),
      .strokePoints(name, Stage.line(x)), .strokeEnded(name),
    ]
    for action in actions { act { stage in stage.draw(action, from: author) } }
  }

  func mute(_ author: AuthorID, _ isMuted: Bool) {
    for index in speakers.indices where speakers[index].author == author {
      speakers[index].isOn = !isMuted
      let track = speakers[index].track
      act { stage in stage.send(.mute(track, isMuted), from: author) }
    }
  }

  private func publish(_ kind: RoomTrack.Kind, _ author: AuthorID) -> UInt32 {
    act { stage in stage.send(.publish(kind, name: "\(kind)"), from: author) }
    for case .published(let track) in stage.media { return track.id }
    return 0
  }

  /// Lets time pass, in ticks of 20 ms.
  func run(seconds: Double) throws {
    for _ in 0..<Int((seconds * 50).rounded()) {
      for speaker in speakers where speaker.isOn {
        let (sequence, payload) = try speaker.stream.next()
        recording.handle(
          .sound(
            participant: speaker.author.rawValue, sequence: sequence,
            timestamp: UInt32(truncatingIfNeeded: tick * 960 - 256), payload: payload,
            captured: tick > 3 ? now : nil, at: now + MediaTime(milliseconds: 7)))
      }
      if tick % 3 == 0 { film() }
      let samples = (0..<960).map { Float((tick * 960 + $0) &* 7_919 % 1_009) / 1_009 - 0.5 }
      recording.handle(.mix(samples: samples, first: tick * 960, delay: nil))
      recording.advance(to: now)
      act { stage in stage.wait(20) }
      tick += 1
    }
  }

  private func film() {
    for index in cameras.indices where cameras[index].next < cameras[index].frames.count {
      let frame = cameras[index].frames[cameras[index].next]
      cameras[index].next += 1
      recording.handle(
        .camera(
          participant: cameras[index].author.rawValue, frame: frame,
          isKeyFrame: frame[0] & 1 == 0, captured: now, at: now))
    }
  }

  private func forward() {
    for event in stage.outputs.log { recording.handle(.board(event)) }
    for act in stage.outputs.media { recording.handle(.media(act, at: now)) }
  }
}
