import MediaCore
import MediaIO

/// What is said in the sample lesson, for tests that need a voice.
package enum SampleSpeech {
  /// Parts of it for some participants: mono, 48 kHz.
  package static func parts(_ count: Int) throws -> [[Float]] {
    var samples: [Float] = []
    var decoder = try AudioFileDecoder(FileSource(FileName(path)), channels: 1)
    while try decoder.read(48_000, into: &samples) > 0 {}
    let parts = SpeechParts.cut(SpeechActivity(samples), into: count) ?? []
    return parts.map { Array(samples[$0]) }
  }

  private static var path: String {
    let parts = #filePath.split(separator: "/", omittingEmptySubsequences: false)
    return (parts.dropLast(3) + ["Samples", "lesson.opus"]).joined(separator: "/")
  }
}
