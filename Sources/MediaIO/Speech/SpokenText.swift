package import MediaCore

/// Speech for the participants of a call test, so that none of them has to be recorded.
package enum SpokenText {
  /// Of speech, decibels to full scale.
  package static let level: Float = -23
  /// Speech of a minute is some 3 MB.
  private static let mostBytes = 64 << 20
  private static let remedy =
    "install it (apt install espeak-ng), or name a sound file with --speech FILE"

  /// - Parameter participant: from 1 on. Everybody has a voice of their own, and others say the same no
  ///   sooner than four participants later.
  /// - Returns: some half a minute, mono at 48 kHz; the same for equal versions of espeak-ng and FFmpeg.
  package static func speech(
    of participant: Int, program: String = "espeak-ng"
  ) throws(MediaError) -> [Float] {
    precondition(participant > 0, "participants are numbered from 1 on")
    let voice = SpeechScript.voice(of: participant)
    let spoken = try Subprocess(
      running: program,
      [
        "-v", voice.name, "-s", "\(voice.pace)", "-p", "\(voice.pitch)", "--stdout", "--",
        SpeechScript.sentences(of: participant).joined(separator: "\n"),
      ], limit: mostBytes, remedy: remedy)
    switch spoken.status {
    case .exited(0), .unknown: break
    case .exited, .killed:
      throw MediaError(
        .codecFailed, "\(program) did not speak as \(voice.name); \(remedy)",
        cause: lastLine(of: spoken.complaint))
    }
    let samples = try decode(spoken.output, program: program)
    return SpeechActivity(samples).normalised(samples, to: level)
  }

  private static func decode(_ wave: [UInt8], program: String) throws(MediaError) -> [Float] {
    var samples: [Float] = []
    do throws(MediaError) {
      var decoder = try AudioFileDecoder(MemorySource(wave), channels: 1)
      while try decoder.read(48_000, into: &samples) > 0 {}
    } catch {
      throw MediaError(
        .codecFailed, "what \(program) spoke cannot be read; \(remedy)", cause: error.message)
    }
    return samples
  }

  private static func lastLine(of text: String) -> String? {
    text.split(whereSeparator: \.isNewline).last.map(String.init)
  }
}
