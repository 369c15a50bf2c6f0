package import MediaCore

/// Recorded speech for the participants of a call test.
package enum SpeechFile {
  /// What is read at most, in seconds: ten minutes are 115 MB.
  private static let longest = 600

  /// Cuts any file that FFmpeg reads into parts for so many participants, where it pauses.
  ///
  /// - Returns: of each participant, mono at 48 kHz, as loud as `SpokenText.level`.
  /// - Throws: `.inputDamaged` when there is too little speech in it for so many.
  package static func parts(
    of file: FileName, participants: Int
  ) throws(MediaError) -> [[Float]] {
    precondition(participants > 0, "somebody takes part")
    let samples = try read(file)
    let activity = SpeechActivity(samples)
    guard let parts = SpeechParts.cut(activity, into: participants) else {
      let seconds = Int(activity.duration)
      throw MediaError(
        .inputDamaged,
        "\(file) has \(seconds) s of speech, too little for \(participants); name a longer one")
    }
    return parts.map { part in
      let samples = Array(samples[part.clamped(to: samples.indices)])
      return SpeechActivity(samples).normalised(samples, to: SpokenText.level)
    }
  }

  private static func read(_ file: FileName) throws(MediaError) -> [Float] {
    let source = try FileSource(file)
    var samples: [Float] = []
    do throws(MediaError) {
      var decoder = try AudioFileDecoder(source, channels: 1)
      while samples.count < longest * 48_000, try decoder.read(48_000, into: &samples) > 0 {}
    } catch {
      guard error.code != .inputUnreadable else { throw error }
      throw MediaError(error.code, "\(file): \(error.message)", cause: error.cause)
    }
    return samples
  }
}
