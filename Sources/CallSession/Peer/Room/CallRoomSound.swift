import MediaCore

/// What the mixing of a room needs: clock, mixer, the encoder that all who only listen share.
struct CallRoomSound: ~Copyable {
  /// Samples of a tick: 20 ms.
  static let tickLength: Int64 = 960
  static let rate: Int64 = 48_000
  /// After a longer stall the ticks that were missed are left out.
  private static let mostMissed: Int64 = 50

  let settings: OpusSettings
  var mixer: AudioMixer
  var speaker = ActiveSpeaker()
  var encoder: OpusEncoder
  /// The number of the next tick. Tick n mixes session time 20 n ms.
  private(set) var tick: Int64
  /// What everybody heard in the last tick.
  var shared: [Float] = []
  var own: [AudioMixer.Voice] = []
  var encoded = 0
  var decoded = 0

  init(_ configuration: CallRoomConfiguration, at now: MediaTime) throws(CallRoomError) {
    let settings = OpusSettings(
      bitrate: configuration.soundBitrate, purpose: .call, hasRedundancy: true)
    let encoder = try Self.encoder(settings)
    self.settings = settings
    self.encoder = encoder
    mixer = AudioMixer(channels: 1, speakers: configuration.speakers)
    tick = Self.tick(after: now)
  }

  private static func encoder(_ settings: OpusSettings) throws(CallRoomError) -> OpusEncoder {
    do throws(MediaError) {
      return try OpusEncoder(settings)
    } catch {
      throw .sound(error)
    }
  }

  var deadline: MediaTime { Self.time(of: tick) }

  static func time(of tick: Int64) -> MediaTime {
    MediaTime(count: tick * tickLength, rate: rate)
  }

  private static func tick(after time: MediaTime) -> Int64 {
    var tick = max(time.nanoseconds / 20_000_000, 0)
    while Self.time(of: tick) < time { tick += 1 }
    return tick
  }

  /// The tick that is due, once each.
  mutating func takeTick(at now: MediaTime) -> Int64? {
    guard deadline <= now else { return nil }
    let newest = now.nanoseconds / 20_000_000
    if newest - tick > Self.mostMissed { tick = newest }
    defer { tick += 1 }
    return tick
  }

  mutating func add(_ input: AudioMixer.Input) {
    mixer.add(input)
    speaker.add(input)
  }

  mutating func remove(_ input: AudioMixer.Input) {
    mixer.remove(input)
    speaker.remove(input)
  }
}
