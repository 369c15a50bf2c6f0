package import MediaCore
import Strokes

/// What a `CallClient` answers.
package struct CallClientOutputs: Sendable {
  /// Something for the machine around the client: to be decoded, drawn or shown.
  package enum Event: Sendable {
    /// A frame of the board's video: decoded and shown as soon as it is there.
    case boardFrame(VP8FrameAssembler.Frame)
    /// A frame of somebody's camera: decoded and shown now, when its time has come.
    case cameraFrame(participant: UInt32, VP8FrameAssembler.Frame)
    /// A frame of a screen that somebody shares: decoded and shown as soon as it is there.
    case screenFrame(participant: UInt32, VP8FrameAssembler.Frame)
    /// The board as events: for the page's own renderer.
    case board(RoomClientOutputs.BoardStep)
    /// The room has let us in.
    case welcome
    case refused(RoomError)
  }

  /// To be sent as they are.
  package var datagrams: [[UInt8]] = []
  package var events: [Event] = []

  package init() {}

  package mutating func removeAll() {
    datagrams.removeAll(keepingCapacity: true)
    events.removeAll(keepingCapacity: true)
  }
}
