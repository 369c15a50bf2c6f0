internal import CallSession
package import MediaCore
internal import Strokes

/// Sends a live stream to those who receive it, by whatever protocol. It belongs to the thread of its
/// loop.
package protocol LiveSender: AnyObject {
  /// Opens what it needs, before anything is sent.
  ///
  /// - Parameters:
  ///   - identifiers: under which it adds its descriptors to the loop.
  ///   - stream: what is going to come.
  func begin(
    in loop: EventLoop, identifiers: Range<Int>, stream: LiveStreamShape
  ) throws(MediaError)

  /// The picture has changed. It is borrowed: what is kept of it is copied.
  func show(_ picture: borrowing I420Picture, _ change: LiveChange) throws(MediaError)

  /// The next packet of the sound.
  func hear(_ packet: LiveSoundEncoder.Packet, at now: MediaTime) throws(MediaError)

  /// One of its descriptors is ready.
  func handle(_ ready: EventLoop.Ready, at now: MediaTime) throws(MediaError)

  /// Does what is due, and hands what is to be sent to the kernel. It is called after all others.
  func advance(_ picture: borrowing I420Picture, to now: MediaTime) throws(MediaError)

  /// When `advance` is to be called; nil when nothing is pending.
  var deadline: MediaTime? { get }

  /// Whether something that was made still waits to be sent.
  var isBusy: Bool { get }

  /// Says goodbye to everybody. Nothing is called afterwards.
  ///
  /// - Parameter failure: why the stream ends before its end.
  func finish(at now: MediaTime, after failure: MediaError?) throws(MediaError)

  var status: LiveStatus { get }

  /// What a person should be told since the last call, a line each.
  func takeNotes() -> [String]
}

extension LiveSender {
  package func takeNotes() -> [String] { [] }
}

/// What a live stream is going to consist of.
package struct LiveStreamShape: Equatable, Sendable {
  /// Of the picture, in pixels.
  package var width: Int32
  package var height: Int32
  /// Of the sound: 1 or 2, or 0 when there is none.
  package var channels: Int
  /// Nanoseconds from 1970 to stream time 0.
  package var wallClockOrigin: Int64

  package init(width: Int32, height: Int32, channels: Int, wallClockOrigin: Int64) {
    self.width = width
    self.height = height
    self.channels = channels
    self.wallClockOrigin = wallClockOrigin
  }
}

extension LiveStreamShape {
  /// Its picture for WebRTC.
  ///
  /// - Parameters:
  ///   - rate: pictures a second of a film; nil for a board.
  ///   - ground: the colour of a board without ink.
  func video(filmRate rate: FrameRate?, ground: Colour) throws(MediaError) -> LiveBoardVideo {
    if let rate { return try LiveBoardVideo(film: width, height, rate: rate) }
    return try LiveBoardVideo(width: width, height: height, ground: ground)
  }
}

/// How a stream goes, for a person who watches over it.
package struct LiveStatus: Equatable, Sendable {
  /// Of whom is known that they receive.
  package var receivers = 0
  /// Since the beginning.
  package var packets: Int64 = 0
  package var bytes: Int64 = 0
  package var frames: Int64 = 0
  package var keyFrames: Int64 = 0
  package var droppedFrames: Int64 = 0
  /// The share of packets that the worst path loses, 0 to 1: of plain RTP as the last reports tell, of WebRTC
  /// what is lost at any rate, however little is sent. Nil before anybody told.
  package var loss: Double?
  /// The longest; nil before anybody told.
  package var roundTrip: MediaTime?

  package init() {}
}
