/// What a call test found. Times are seconds of the call, delays and lengths milliseconds, rates bits a
/// second, shares 0…1. A figure that could not be taken is nil, never NaN or a made-up 0.
package struct CallTestReport: Equatable, Sendable, Encodable {
  /// Of this form. 1.
  package var version = 1
  package var profile: String
  package var seed: UInt64
  /// Whether packets went through sockets in real time instead of the simulated network.
  package var usesSockets = false
  package var duration: Double
  /// Of the board's video: "faceboard" or "libvpx". Nil without a board.
  package var encoder: String?
  /// A person's line to a server and back, in the place of a call.
  package var line: Line?
  package var participants: [Participant] = []
  /// Every participant to every other.
  package var paths: [Path] = []
  package var board: Board?
  /// What happens to the network, by plan: outages and steps of the rate.
  package var networkEvents: [NetworkEvent] = []

  package init(profile: String, seed: UInt64, duration: Double, encoder: String?) {
    self.profile = profile
    self.seed = seed
    self.duration = duration
    self.encoder = encoder
  }

  package struct Point: Equatable, Sendable, Encodable {
    package var time: Double
    package var value: Double

    package init(_ time: Double, _ value: Double) {
      self.time = time
      self.value = value
    }
  }

  package struct NetworkEvent: Equatable, Sendable, Encodable {
    package var time: Double
    package var text: String

    package init(time: Double, text: String) {
      self.time = time
      self.text = text
    }
  }

  package struct Participant: Equatable, Sendable, Encodable {
    /// From 1 on.
    package var number: Int
    package var name: String
    /// To the room.
    package var up: Link
    /// From the room.
    package var down: Link
    /// How much faster than session time its clock of samples was set to run.
    package var sampleClockPPM = 0.0
    /// Seconds in which its microphone had something to say, as captured.
    package var spoken = 0.0

    package init(number: Int, name: String, up: Link, down: Link) {
      self.number = number
      self.name = name
      self.up = up
      self.down = down
    }
  }

  package struct Link: Equatable, Sendable, Encodable {
    package var packets: Int64 = 0
    package var bytes: Int64 = 0
    /// Lost by the network, for any reason. Nil when nobody tells.
    package var loss: Double? = 0
    /// Of those, lost because a queue was full. Nil over a real network.
    package var queueLoss: Double? = 0
    /// Of those, lost in a planned outage. Nil over a real network.
    package var outageLoss: Double? = 0
    /// What the profile loses by chance, in the mean; nil over sockets.
    package var plannedLoss: Double?
    /// How many of those are lost in a row, in the mean. Nil is 1: each by itself.
    package var plannedBurst: Double?
    /// From being sent to arriving, the queue included: median. Nil when nothing arrived.
    package var latency: Double?
    /// The profile's, without its jitter and queue; nil over sockets.
    package var plannedLatency: Double?
    /// Standard deviation of the profile's jitter. Nil is none.
    package var plannedJitter: Double?
    /// The mean wait until the link was free. Nil when only the longest is known.
    package var queue: Double?
    /// Nil over a real network.
    package var longestQueue: Double? = 0
    /// The longest time in a row with more than 500 ms of queue. Nil over a real network.
    package var longestCongestion: Double? = 0
    /// Sent, each second.
    package var bitrate: [Point] = []
    /// What its sender takes the link to carry. Empty when the sender does not tell.
    package var estimate: [Point] = []

    package init() {}
  }

  package struct Path: Equatable, Sendable, Encodable {
    package var from: Int
    package var to: Int
    package var sound: Sound?
    package var picture: Picture?

    package init(from: Int, to: Int) {
      self.from = from
      self.to = to
    }
  }

  package struct Sound: Equatable, Sendable, Encodable {
    /// From mouth to ear, by comparing what was said with what was heard. Nil when it was not heard.
    package var delay: Double?
    /// Of 95 in 100 blocks of speech it was no more.
    package var delay95: Double?
    /// Packets lost by the network on both links. Nil when nobody tells.
    package var lossBefore: Double? = 0
    /// Sound that had to be made up, on both links: a share of all.
    package var lossAfter = 0.0
    /// Concealment longer than 20 ms within speech: a share of the speech.
    package var audiblyConcealed = 0.0
    /// Of G.107: 1 is by chance.
    package var burstRatio = 1.0
    /// Mean opinion score after G.107.1, and what it was computed from: `delay`, `lossAfter`, `burstRatio`
    /// and the codec's two constants.
    package var mos: Double?
    package var codecImpairment = 0.0
    package var codecRobustness = 0.0
    /// Short-time objective intelligibility of the speech, as heard. Nil when too little was said.
    package var intelligibility: Double?
    /// Seconds of speech that were said, and of which something alike was heard.
    package var spoken = 0.0
    package var heard = 0.0
    package var delays: [Point] = []
    /// The longest time after a planned outage's end until speech was heard again, while some was said.
    package var recovery: Double?

    package init() {}
  }

  package struct Picture: Equatable, Sendable, Encodable {
    package var captured = 0
    package var shown = 0
    /// Pictures of those shown that differ from the one before.
    package var changed = 0
    /// Freezes as W3C's webrtc-stats counts them: longer than 150 ms over the mean, and three times the mean.
    package var freezes = 0
    /// Milliseconds of all freezes.
    package var frozen = 0.0
    package var longestFreeze = 0.0
    /// Structural similarity with what was captured, in the mean. Nil when nothing was shown.
    package var similarity: Double?
    /// From capture to being shown: median.
    package var delay: Double?
    /// How much later than the sound the picture is shown: at the call's start, middle and end (medians
    /// over a tenth of it each). Nil when either is missing there.
    package var offsetAtStart: Double?
    package var offsetInMiddle: Double?
    package var offsetAtEnd: Double?
    /// The largest, of medians over five seconds each, without sign.
    package var largestOffset: Double?
    package var offsets: [Point] = []
    package var delays: [Point] = []
    package var recovery: Double?

    package init() {}
  }

  package struct Board: Equatable, Sendable, Encodable {
    /// Who draws.
    package var author: Int
    /// Planned to be drawn within the call.
    package var strokes: Int
    /// Those of which nothing can be said: too small, taken away at once, or drawn in the last second.
    package var skipped: [Int] = []
    package var viewers: [Viewer] = []

    package init(author: Int, strokes: Int) {
      self.author = author
      self.strokes = strokes
    }
  }

  package struct Viewer: Equatable, Sendable, Encodable {
    package var participant: Int
    /// As pages get it: events over a reliable channel.
    package var events: Legibility
    /// As VP8.
    package var video: Legibility

    package init(participant: Int, events: Legibility, video: Legibility) {
      self.participant = participant
      self.events = events
      self.video = video
    }
  }

  /// How soon strokes could be read: 80 % of a stroke's ink, by intersection over union of inked pixels in its
  /// box. From when its author had drawn so much until it was there.
  package struct Legibility: Equatable, Sendable, Encodable {
    package var strokes: [Stroke] = []
    /// What "in time" means: 250 ms by events, 500 ms by video.
    package var goal: Double

    package init(goal: Double) { self.goal = goal }

    package struct Stroke: Equatable, Sendable, Encodable {
      /// From 1 on, in the order of drawing.
      package var number: Int
      /// When its author had drawn so much of it.
      package var time: Double
      /// Nil when it never could be read.
      package var delay: Double?

      package init(number: Int, time: Double, delay: Double?) {
        self.number = number
        self.time = time
        self.delay = delay
      }
    }
  }
}
