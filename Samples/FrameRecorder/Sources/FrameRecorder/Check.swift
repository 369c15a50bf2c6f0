import Foundation
import MediaCore

/// A recording that is not what was asked for.
struct WrongRecording: Error, CustomStringConvertible {
  let description: String
}

/// Throws unless the summary and the file are what the animation must have given.
func check(_ path: String, _ summary: RecordingSummary, _ animation: Animation) throws {
  func expect(_ isTrue: Bool, _ what: String) throws {
    if !isTrue { throw WrongRecording(description: "\(what); \(summary)") }
  }
  try expect(summary.duration == animation.duration, "the length is not the animation's")
  // While the ball bounces every frame differs; at rest there are some that sharpen the picture, and
  // one for each step of the clock.
  let moving = FrameRate.fps30.index(atOrAfter: animation.rest)
  try expect(summary.frames >= Int(moving), "frames are missing")
  try expect(
    summary.frames < Int(animation.frameCount), "frames were encoded in which nothing moved")
  // Of 20 ms; the last one flushes the encoder.
  try expect((300...302).contains(summary.audioPackets), "sound is missing")

  let bytes = try Data(contentsOf: URL(filePath: path))
  try expect(Int64(bytes.count) == summary.bytes, "the file has \(bytes.count) bytes")
  // What RFC 8794 and RFC 9559 let a finished file begin with and hold.
  try expect(bytes.starts(with: [0x1A, 0x45, 0xDF, 0xA3]), "this is no Matroska file")
  try expect(bytes.range(of: Data([0x1C, 0x53, 0xBB, 0x6B])) != nil, "it has no seek index")
  for text in ["webm", "V_VP8", "A_OPUS", "Ball and clock", "The ball rests"] {
    try expect(bytes.range(of: Data(text.utf8)) != nil, "it does not hold '\(text)'")
  }
}
