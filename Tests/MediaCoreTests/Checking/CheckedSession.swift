import MediaIO
import Strokes
import TestSupport

@testable import MediaCore

/// A session with its sound, recorded and checked in memory.
struct CheckedSession {
  var header: BoardHeader
  var events: [BoardEvent]
  /// At 48 kHz, one channel, from session time 0; nil for none.
  var sound: [Float]?

  /// Eight strokes in four colours over ten seconds, one of them undone, at 640×360.
  static func written(sound: Bool = true) -> CheckedSession {
    var session = WrittenSession()
    let colours = [
      Colour.black, Colour(red: 196, green: 38, blue: 46), Colour(red: 28, green: 94, blue: 186),
      Colour(red: 20, green: 140, blue: 60),
    ]
    for index in 0..<8 {
      session.stroke(
        from: 700 + Int64(index) * 1_000, length: 600, x: index % 2 == 0 ? 40 : 330,
        y: 30 + Int32(index) * 38, colour: colours[index % 4])
    }
    session.add(.undone(BoardID(author: AuthorID(1), number: 3)), at: 8_800)
    session.stroke(from: 9_000, length: 400, x: 60, y: 330)
    session.add(.pointer(x: 0, y: 0, isVisible: false), at: 10_000)
    return CheckedSession(
      header: session.header, events: session.events,
      sound: sound ? SpokenSound.samples(seconds: 10) : nil)
  }

  /// A drawing from elsewhere: ink, shapes and a text, whose times are synthesised.
  static func drawn() throws -> CheckedSession {
    let rest = """
      "angle":0,"strokeColor":"#1e1e1e","backgroundColor":"transparent","fillStyle":"solid",
      "strokeWidth":2,"strokeStyle":"solid","opacity":100,"isDeleted":false
      """
    var elements = [
      "{\"id\":\"r\",\"type\":\"rectangle\",\"x\":30,\"y\":20,\"width\":260,\"height\":150,\(rest)}",
      "{\"id\":\"e\",\"type\":\"ellipse\",\"x\":340,\"y\":30,\"width\":180,\"height\":120,\(rest)}",
      "{\"id\":\"t\",\"type\":\"text\",\"x\":60,\"y\":60,\"width\":140,\"height\":40,"
        + "\"text\":\"a half\",\"fontSize\":32,\"fontFamily\":2,\(rest)}",
    ]
    for number in 0..<3 {
      var points: [String] = []
      for step in 0..<30 { points.append("[\(step * 14),\(step * step % 23 + number * 4)]") }
      elements.append(
        "{\"id\":\"f\(number)\",\"type\":\"freedraw\",\"x\":40,\"y\":\(200 + number * 50),"
          + "\"width\":406,\"height\":31,\"points\":[\(points.joined(separator: ","))],"
          + "\"pressures\":[],\"simulatePressure\":true,\(rest)}")
    }
    let text =
      "{\"type\":\"excalidraw\",\"version\":2,\"elements\":[\(elements.joined(separator: ","))],"
      + "\"appState\":{\"viewBackgroundColor\":\"#ffffff\"},\"files\":{}}"
    let drawing = try ExcalidrawDocument(bytes: Array(text.utf8), name: "drawn.excalidraw")
    return CheckedSession(header: drawing.header, events: drawing.events)
  }

  /// A session of Samples/.
  static func sample(_ name: String, sound: Bool = false) throws -> CheckedSession {
    let folder = #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
    let source = try FileSource(FileName("/\(folder)/Samples/\(name).board"))
    var document = try BoardDocument(opening: source, name: name, pace: 1)
    var events: [BoardEvent] = []
    while let event = try document.next() { events.append(event) }
    var session = CheckedSession(header: document.header, events: events)
    if sound {
      var decoder = try AudioFileDecoder(
        try FileSource(FileName("/\(folder)/Samples/\(name).opus")), channels: 1)
      var samples: [Float] = []
      while try decoder.read(48_000, into: &samples) > 0 {}
      session.sound = samples
    }
    return session
  }

  var document: BoardDocument { BoardDocument(format: .board, header: header, events: events) }

  struct Recipe {
    var size: (Int, Int) = (640, 360)
    var rate = FrameRate.fps30
    var quality = RecordingQuality.standard
    var isConstantRate = false
    var speed = 1.0
    var from: MediaTime?
    var to: MediaTime?
    var view = BoardView.recorded
    var channels = 1
    /// How much too late the sound is laid.
    var soundDelay = MediaTime.zero
  }

  func record(_ recipe: Recipe = Recipe()) throws -> [UInt8] {
    var source = document
    let survey = try BoardSurvey(of: &source)
    try source.rewind()
    var video = RecordingConfiguration.Video(width: recipe.size.0, height: recipe.size.1)
    (video.rate, video.quality) = (recipe.rate, recipe.quality)
    video.isConstantRate = recipe.isConstantRate
    var options = BoardRecording.Options(video: video)
    if sound != nil { options.audio = RecordingConfiguration.Audio(channels: recipe.channels) }
    (options.speed, options.from, options.to) = (recipe.speed, recipe.from, recipe.to)
    options.view = recipe.view
    let recording = try BoardRecording(header: header, survey: survey, options: options)
    let narration = CutNarration(
      SamplesNarration(samples: sound ?? [], delay: recipe.soundDelay), recording.timeline)
    let sink = MemorySink()
    if recipe.speed == 1 || sound == nil {
      let sound = try EncodedNarration(narration, .init(channels: recipe.channels))
      _ = try recording.record(
        source, sound: sound, to: sink, decode: { PictureDecoder.picture(of: $0) })
    } else {
      let channels = Int32(recipe.channels)
      let stretched = try StretchedNarration(
        narration, factor: recipe.speed, channels: channels)
      _ = try recording.record(
        source, sound: try EncodedNarration(stretched, .init(channels: recipe.channels)),
        to: sink, decode: { PictureDecoder.picture(of: $0) })
    }
    return sink.bytes
  }

  func check(_ bytes: [UInt8], _ recipe: Recipe = Recipe()) throws -> RecordingFindings {
    var document = document
    let outline = try SessionOutline(&document)
    var reference = CheckReference()
    (reference.speed, reference.from, reference.to) = (recipe.speed, recipe.from, recipe.to)
    reference.view = recipe.view
    var sounds: [(source: any ByteSource, start: MediaTime)] = []
    if let sound { sounds.append((MemorySource(SpokenSound.wave(sound)), .zero)) }
    return try RecordingCheck.run(
      MemorySource(bytes),
      against: RecordingCheck.Session(
        document, ahead: document, outline, reference, sounds: sounds))
  }
}

/// Samples in memory as a narration, in session time.
private struct SamplesNarration: NarrationSource {
  let samples: [Float]
  let delay: MediaTime
  var place = 0

  init(samples: [Float], delay: MediaTime) {
    (self.samples, self.delay) = (samples, delay)
  }

  mutating func next() throws(MediaError) -> PCMChunk? {
    guard place < samples.count else { return nil }
    let end = min(place + 4_800, samples.count)
    defer { place = end }
    return PCMChunk(
      samples: Array(samples[place..<end]), channels: 1, rate: 48_000,
      time: delay + MediaTime(count: Int64(place), rate: 48_000))
  }
}

/// Something with the rhythm of speech: bursts of a buzz and of noise with pauses between.
enum SpokenSound {
  static func samples(seconds: Double, seed: UInt64 = 5) -> [Float] {
    var generator = SeededGenerator(seed: seed)
    var samples: [Float] = []
    let count = Int(seconds * 48_000)
    while samples.count < count {
      let pause = Int(generator.next() % 200 + 30) * 48
      samples.append(contentsOf: repeatElement(0, count: pause))
      let length = Int(generator.next() % 160 + 70) * 48
      let period = Int(generator.next() % 160 + 260)
      let noise = generator.next() % 3 == 0
      for index in 0..<length {
        let rise = min(Float(index) / 480, 1)
        let fall = min(Float(length - index) / 2_400, 1)
        let value =
          noise
          ? Float(generator.next() % 2_000) / 1_000 - 1
          : 1 - 2 * Float(index % period) / Float(period)
        samples.append(0.3 * value * rise * fall)
      }
    }
    samples.removeLast(samples.count - count)
    return samples
  }

  /// A WAV file of 16-bit samples.
  static func wave(_ samples: [Float]) -> [UInt8] {
    func little(_ value: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    let size = samples.count * 2
    var bytes = Array("RIFF".utf8) + little(36 + size, 4) + Array("WAVEfmt ".utf8)
    bytes += little(16, 4) + little(1, 2) + little(1, 2) + little(48_000, 4)
    bytes += little(96_000, 4) + little(2, 2) + little(16, 2)
    bytes += Array("data".utf8) + little(size, 4)
    bytes.reserveCapacity(bytes.count + size)
    for sample in samples {
      let value = Int16(max(min(sample, 1), -1) * 32_767)
      bytes.append(UInt8(truncatingIfNeeded: value))
      bytes.append(UInt8(truncatingIfNeeded: value >> 8))
    }
    return bytes
  }
}
