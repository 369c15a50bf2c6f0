/// A line of text that is shown for a while: a chat message, a caption.
public struct RecordingCue: Equatable, Sendable {
  public var start: MediaTime
  public var end: MediaTime
  /// Who says it.
  public var speaker: String?
  public var text: String

  public init(start: MediaTime, end: MediaTime, speaker: String? = nil, text: String) {
    self.start = start
    self.end = end
    self.speaker = speaker
    self.text = text
  }
}

extension WebVTTCue {
  package init(_ cue: RecordingCue) {
    self.init(start: cue.start, end: cue.end, author: cue.speaker, text: cue.text)
  }
}
