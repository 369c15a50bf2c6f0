package import MediaCore
import Strokes

/// Records one stream that is received, pictures and sound, into the folder of Documentation/rooms.md: both
/// as they came in `tracks/`, the two together in `mix.webm`, and the manifest.
///
/// It begins when it is known how large the pictures are and when both were captured, a few seconds after
/// the first packet at the latest; what came until then is kept. A class: it owns files.
package final class StreamRecording {
  enum Piece {
    case sound(StreamOutputs.Sound, timestamp: RTPTimestamp, stamp: Int64?)
    case frame(VP8FrameAssembler.Frame, timestamp: RTPTimestamp, stamp: Int64?)
  }

  private let folder: any RecordingFolder
  private let title: String
  /// Nanoseconds from 1970 to time 0.
  private let wallClockOrigin: Int64
  let lanes: [MediaLane]
  var waiting: [(piece: Piece, arrival: MediaTime)] = []
  private var recording: SessionRecording?
  private var start = MediaTime.zero
  private var reached = MediaTime.zero
  private var published: [MediaLane] = []
  private var sound: AudioReceiver
  /// Packets of the sound that are not mixed yet, by when they were captured.
  private var upcoming: [(time: MediaTime, packet: StreamOutputs.Sound, timestamp: RTPTimestamp)] =
    []
  /// The last of them that was.
  private var newestSound: (timestamp: RTPTimestamp, captured: MediaTime)?
  /// The last packet of the last picture, and when it or the sender's word after it came.
  private var lastSequence: Int64?
  private var pictureAlive: MediaTime?
  var capture = CaptureOffset()
  /// Frames of one who never reports are placed by their own distance.
  private var pictures = PictureCapture()
  /// The next tick of the mixed sound, of 20 ms.
  private var tick: Int64 = 0

  private static let participant: UInt32 = 1
  private static let tickLength: Int64 = 960
  /// Ticks that are mixed late after a stall; those before are left out.
  private static let mostMissed: Int64 = 100
  /// As a frame of the mix.
  private static let step = MediaTime(milliseconds: 67)
  /// What is made up for in steps after a stall.
  private static let mostSteps = MediaTime(milliseconds: 500)
  /// So long after it was captured sound is mixed: sooner than the recording takes what is missing for silence.
  private static let mixLag = MediaTime(milliseconds: 800)
  /// In which something comes quickly.
  static let settling = MediaTime(milliseconds: 1_000)
  /// What is waited for before the recording begins.
  private static let patience = MediaTime(milliseconds: 3_000)
  /// Pixels of the mix: more takes too long to encode beside receiving.
  private static let largest: (width: Int, height: Int) = (1_920, 1_080)
  private static let smallest = 96

  /// - Parameters:
  ///   - title: who sends, for players.
  ///   - lanes: what may come.
  package init(
    to folder: any RecordingFolder, title: String, wallClockOrigin: Int64, lanes: [MediaLane]
  ) throws(MediaError) {
    let sound = try AudioReceiver(channels: 1)
    self.folder = folder
    self.title = title
    self.wallClockOrigin = wallClockOrigin
    self.lanes = lanes
    self.sound = consume sound
  }

  /// Whether anything is recorded yet.
  package var hasBegun: Bool { recording != nil }

  /// Whether the pictures can only go on with a key frame.
  package var needsKeyFrame: Bool {
    published.contains(.video) && recording?.camerasInNeed.isEmpty == false
  }

  /// Takes what a receiver was sent. Times do not go back by more than a few seconds.
  package func take(_ event: ReceivedEvent, at now: MediaTime) {
    let piece: Piece
    switch event {
    case .sound(let sound, let timestamp, let captured):
      note(captured, at: now)
      piece = .sound(sound, timestamp: timestamp, stamp: captured?.stamp)
    case .frame(let frame, let timestamp, let captured):
      // Undecodable before the first key frame.
      if waiting.isEmpty, !hasBegun, !frame.isKeyFrame { return }
      note(captured, at: now)
      piece = .frame(frame, timestamp: timestamp, stamp: captured?.stamp)
    case .clockSet:
      capture.restart()
      return
    case .alive(let lane, _), .ended(let lane):
      if lane == .video { pictureAlive = now }
      return
    }
    guard hasBegun else {
      waiting.append((piece, now))
      if isReady(at: now) { begin() }
      return
    }
    record(piece, at: now)
  }

  /// Writes what is due by `now`; a few times a second.
  package func advance(to now: MediaTime) {
    if !hasBegun, let first = waiting.first?.arrival, now - first >= Self.patience { begin() }
    guard let recording else { return }
    // In steps, so that pictures are mixed when they were captured, also after a short stall; after a long
    // one what is received comes first.
    reached = max(reached, now - Self.mostSteps)
    while reached < now {
      reached = min(reached + Self.step, now)
      mixSound(until: reached - Self.mixLag, recording)
      recording.advance(to: reached)
    }
  }

  /// Ends the recording.
  ///
  /// - Returns: nil when nothing came.
  package func finish(at end: MediaTime) -> SessionRecordingReport? {
    if !hasBegun, !waiting.isEmpty { begin() }
    guard let recording else { return nil }
    mixSound(until: end, recording)
    if let pictureAlive {
      // Pictures that stand and reports come about every second: before the next of them is missed, nothing is.
      let time = end - pictureAlive < Self.patience ? end : pictureAlive
      recording.handle(.stands(participant: Self.participant, at: time))
    }
    return recording.finish(at: end)
  }
}

extension StreamRecording {
  private func begin() {
    stampWaiting()
    guard let first = firstCapture else { return }
    (start, reached) = (first, first)
    let (width, height) = size
    var header = BoardHeader(canvasWidth: Int32(width), canvasHeight: Int32(height))
    header.wallClockOrigin = wallClockOrigin / 1_000_000
    header.title = title
    var settings = SessionRecording.Settings()
    settings.video.width = width
    settings.video.height = height
    settings.title = title
    let recording = SessionRecording(header: header, folder: folder, settings: settings)
    self.recording = recording
    recording.handle(
      .board(
        BoardEvent(
          sequence: 1, time: BoardTime(ticks: first.nanoseconds / 100_000),
          author: AuthorID(Self.participant), action: .joined(name: title))))
    recording.handle(.media(.recording(.start, at: first), at: first))
    tick = (first.nanoseconds + 19_999_999) / 20_000_000
    for (piece, arrival) in waiting { record(piece, at: arrival) }
    waiting = []
  }

  /// Of the first picture: even, and no larger or smaller than what can be mixed.
  private var size: (width: Int, height: Int) {
    for (piece, _) in waiting {
      guard case .frame(let frame, _, _) = piece, let start = VP8FrameStart(frame.bytes.span),
        start.isKeyFrame, start.width > 0, start.height > 0
      else { continue }
      let (width, height) = (Double(start.width), Double(start.height))
      let scale = min(
        Double(Self.largest.width) / width, Double(Self.largest.height) / height, 1)
      return (
        max(Int(width * scale) & ~1, Self.smallest), max(Int(height * scale) & ~1, Self.smallest)
      )
    }
    return (1_280, 720)
  }

  private func record(_ piece: Piece, at now: MediaTime) {
    guard let recording else { return }
    let captured = time(of: piece, at: now)
    switch piece {
    case .sound(let packet, let timestamp, _):
      publish(.sound, at: now, recording)
      recording.handle(
        .sound(
          participant: Self.participant, sequence: packet.sequence,
          timestamp: packet.header.timestamp, payload: packet.payload, captured: captured, at: now))
      let time = captured ?? now
      let place = upcoming.lastIndex { $0.time <= time }.map { $0 + 1 } ?? 0
      upcoming.insert((time, packet, timestamp), at: place)
    case .frame(let frame, let timestamp, _):
      publish(.video, at: now, recording)
      let own = pictures.time(of: timestamp, stamp: nil, by: capture, at: now)
      let time = max(captured ?? own, start)
      if frame.sequences.lowerBound - 1 == lastSequence {
        recording.handle(.stands(participant: Self.participant, at: time))
      }
      lastSequence = frame.sequences.upperBound
      pictureAlive = now
      recording.handle(
        .screen(
          participant: Self.participant, frame: frame.bytes, isKeyFrame: frame.isKeyFrame,
          captured: time, at: now))
    }
  }

  private func publish(_ lane: MediaLane, at now: MediaTime, _ recording: SessionRecording) {
    guard !published.contains(lane) else { return }
    published.append(lane)
    let track = RoomTrack(
      id: UInt32(lane.rawValue + 1), owner: AuthorID(Self.participant),
      kind: lane == .video ? .screen : .microphone, name: lane == .video ? "video" : "sound")
    recording.handle(.media(.published(track), at: now))
  }

  /// Mixes what was captured by then, as if it had come at once: neither the network nor a stall of this
  /// machine is heard, since it is mixed when all of it has come.
  private func mixSound(until now: MediaTime, _ recording: SessionRecording) {
    // After a long stall the ticks that were missed are left out: what is received comes first.
    let newest = now.nanoseconds / 20_000_000
    if newest - tick > Self.mostMissed { tick = newest }
    while true {
      let first = tick * Self.tickLength
      let time = MediaTime(count: first, rate: 48_000)
      guard time <= now else { return }
      tick += 1
      guard published.contains(.sound) else { continue }
      feedSound(until: time)
      let delay = delay(at: time)
      var samples: [Float] = []
      sound.pull(Int(Self.tickLength), at: time, into: &samples)
      recording.handle(.mix(samples: samples, first: first, delay: delay))
    }
  }

  private func feedSound(until time: MediaTime) {
    var count = 0
    while count < upcoming.count, upcoming[count].time <= time {
      let (captured, packet, timestamp) = upcoming[count]
      sound.receive(
        packet.header, payload: packet.payload.span, level: nil,
        isRetransmission: packet.isRetransmission, at: captured)
      newestSound = (timestamp, captured)
      count += 1
    }
    upcoming.removeFirst(count)
  }

  /// By how much what is mixed at a time is heard later than it was captured.
  private func delay(at time: MediaTime) -> MediaTime? {
    guard let next = sound.playoutTimestamp(at: time), let (timestamp, captured) = newestSound
    else { return nil }
    let playing = RTPTimestamp(
      UInt32(truncatingIfNeeded: next.rawValue), nearest: timestamp)
    return time
      - (captured + MediaTime(count: timestamp.distance(to: playing), rate: 48_000))
  }
}
