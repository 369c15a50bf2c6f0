import MediaCore
import Strokes

/// One participant's connection with the room: the way there, and what comes and goes on it.
///
/// A class, since a list holds no values that cannot be copied.
final class CallRoomLeg {
  let number: Int
  let participant: AuthorID
  let role: RoomRole
  var transport: PeerTransport
  /// What the transport has answered and nobody has looked at.
  var outputs = PeerOutputs()
  var isTouched = false
  /// Messages that the channel has no room for yet, and their bytes.
  var waiting: [[UInt8]] = []
  var waitingBytes = 0

  /// Whether the participant has been in the room, or before its door, on this leg.
  var hasJoined = false
  /// Whether they are in the room now.
  var isPresent = false
  /// Nothing more is taken from it.
  var isClosed = false

  var microphone = Microphone()
  var receiver: AudioReceiver
  /// Of the mix without the participant; nil while they hear what all hear.
  var encoder: OpusEncoder?
  /// Of this tick, what the participant alone hears.
  var ownSound: [UInt8]?
  var hasHeard = false

  var camera = Camera()
  var board = Board()
  /// A screen that they share, passed on as a camera is.
  var screen = Camera()
  /// Others' cameras and screens, in the order of their first subscription.
  var cameras: [ForwardedCamera] = []
  var shares = CameraShares()
  var screenShares = CameraShares()
  /// Where the participant's clock stands.
  var capture = CaptureOffset()

  /// What the participant says.
  struct Microphone {
    /// Its track; nil when none is published.
    var track: UInt32?
    var isMuted = false
    var clock = SenderClock(clockRate: 48_000)
    var newest: RTPTimestamp?
  }

  /// What the participant shows.
  struct Camera {
    var track: UInt32?
    var isMuted = false
    var clock = SenderClock(clockRate: 90_000)
    var newest: RTPTimestamp?
    /// For those who get the mix, and for the recorder.
    var timeline = CameraTimeline()
    var capture = PictureCapture()
    /// Somebody needs a key frame.
    var wantsKeyFrame = false
    var lastRequest: MediaTime?
    var lastKeyFrame: MediaTime?
    /// Whether the path has room for key frames that nobody lacks.
    var affordsCues = false
  }

  /// The board's video for the participant.
  struct Board {
    var isSubscribed = false
    var hasStream = false
    /// Asked of the worker and not answered.
    var isAsking = false
  }

  /// Somebody else's camera or screen for the participant.
  struct ForwardedCamera {
    let owner: AuthorID
    let kind: CallStreams.Kind
    var track: UInt32
    var isSubscribed = true
    /// Whether the path has room for it.
    var isAllowed = true
    var needsKeyFrame = true
  }

  init(
    number: Int, participant: AuthorID, role: RoomRole, transport: consuming PeerTransport
  ) throws(MediaError) {
    self.number = number
    self.participant = participant
    self.role = role
    self.transport = transport
    receiver = try AudioReceiver(channels: 1)
  }

  func source(_ kind: CallStreams.Kind) -> SSRC {
    CallStreams.source(kind, of: participant.rawValue)
  }

  /// What they show of a kind of `CallStreams.Kind.pictures`.
  subscript(kind: CallStreams.Kind) -> Camera {
    get { kind == .screen ? screen : camera }
    set { if kind == .screen { screen = newValue } else { camera = newValue } }
  }

  /// The participant as the mixer knows them.
  var input: AudioMixer.Input { AudioMixer.Input(participant.rawValue) }
  var isHeard: Bool { microphone.track != nil && !microphone.isMuted }
}
