/// All limits of the verdict. Documentation/call-report.md says where they are from.
package enum CallTestThresholds {
  // Sound.
  /// G.114: 150 ms are not noticed, beyond 400 ms people talk into one another.
  package static let delay = CallTestLimit("sound.delay", .milliseconds, fair: 250, bad: 400)
  /// G.107, annex B: below 3.6 many are dissatisfied, below 3.1 nearly all.
  package static let mos = CallTestLimit("sound.mos", .score, fair: 3.6, bad: 3.1)
  package static let intelligibility = CallTestLimit(
    "sound.intelligibility", .score, fair: 0.75, bad: 0.6)
  package static let concealed = CallTestLimit(
    "sound.audiblyConcealed", .share, fair: 0.02, bad: 0.08)
  /// Of the speech that was said.
  package static let heard = CallTestLimit("sound.heard", .share, fair: 0.9, bad: 0.5)
  package static let recovery = CallTestLimit("recovery", .milliseconds, fair: 2000, bad: 5000)

  // Cameras.
  package static let frozen = CallTestLimit(
    "picture.frozen", .millisecondsPerMinute, fair: 1000, bad: 5000)
  /// Of the pictures that were captured.
  package static let shown = CallTestLimit("picture.shown", .share, fair: 0.6, bad: 0.3)
  /// Of the pictures that were shown.
  package static let changed = CallTestLimit("picture.changed", .share, fair: 0.1, bad: 0.02)
  package static let similarity = CallTestLimit(
    "picture.similarity", .score, fair: 0.85, bad: 0.7)
  package static let pictureDelay = CallTestLimit(
    "picture.delay", .milliseconds, fair: 400, bad: 800)
  /// BT.1359: 90 ms are accepted whichever comes first.
  package static let offset = CallTestLimit(
    "picture.largestOffset", .milliseconds, fair: 90, bad: 200)

  // Links.
  /// Beyond what was planned and what jitter and queue explain.
  package static let addedLatency = CallTestLimit("latency", .milliseconds, fair: 20, bad: 60)
  /// Beyond what was planned, when chance does not explain it.
  package static let addedLoss = CallTestLimit("loss", .share, fair: 0.005, bad: 0.02)
  /// So many standard deviations are chance.
  package static let chance = 4.0
  package static let queue = CallTestLimit("longestQueue", .milliseconds, fair: 300, bad: 2000)
  package static let congestion = CallTestLimit(
    "longestCongestion", .milliseconds, fair: 0, bad: 2000)
  package static let queueLoss = CallTestLimit("queueLoss", .share, fair: 0.01, bad: 0.05)

  // This machine, in the test of a line.
  package static let machineLate = CallTestLimit(
    "line.machineLate", .share, fair: 0.02, bad: 0.2)

  // The board.
  /// Strokes within the goal of `Legibility`.
  package static let strokesInTime = CallTestLimit(
    "board.strokesInTime", .share, fair: 0.95, bad: 0.8)

  /// Speech of less is not judged, seconds.
  package static let leastSpeech = 1.0
  /// Fewer pictures are not judged.
  package static let leastPictures = 10

  package static let all = [
    delay, mos, intelligibility, concealed, heard, recovery, frozen, shown, changed, similarity,
    pictureDelay, offset, addedLatency, addedLoss, queue, congestion, queueLoss, machineLate,
    strokesInTime,
  ]
}
