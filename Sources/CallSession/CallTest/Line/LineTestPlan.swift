package import MediaCore

/// What the test of a line does.
package struct LineTestPlan: Sendable {
  /// Of the echo, for the report.
  package var server: String
  /// Chooses the picture.
  package var seed: UInt64
  /// From when media flow.
  package var duration: MediaTime
  /// What is said: mono, 48 kHz. Said again from the start when it ends.
  package var speech: [Float]
  package var camera = CameraFormat()
  /// For how long the server keeps what comes.
  package var echoDelay = EchoLine.usualDelay

  package init(server: String, seed: UInt64, duration: MediaTime, speech: [Float]) {
    self.server = server
    self.seed = seed
    self.duration = duration
    self.speech = speech
  }

  /// The last word is said so early that it comes back.
  var speechEnd: MediaTime { duration - CallTestMeasurements.rest - echoDelay }
  /// Who is in the picture.
  var person: Int { Int(seed % 1_000) }
}
