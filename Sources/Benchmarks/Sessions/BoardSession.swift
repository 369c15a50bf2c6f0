internal import MediaCore
internal import Strokes

/// The sessions on which encoders of boards are compared; none of them trains any.
enum BoardSession: String, CaseIterable {
  /// On white, 40 % of the time.
  case writing
  /// With two photographs, pasted and written on.
  case photo
  /// A full board, cleared, brought back, rubbed at and moved about.
  case dense

  var title: String {
    switch self {
    case .writing: "Writing on white"
    case .photo: "Writing with pasted photographs"
    case .dense: "Dense board"
    }
  }

  /// Renders the frames in which something changes, the first one whatever it shows.
  func forEachFrame(
    seconds: Double, _ body: (_ frame: Int64, Canvas, Damage) throws(MediaError) -> Void
  ) throws(MediaError) {
    let renderer = BoardRenderer(
      header: PenSession.header, width: MeasuredSession.width, height: MeasuredSession.height,
      viewport: .identity)
    let events = events(seconds: seconds)
    if self == .photo {
      for photo in PhotoSession.photos {
        guard let picture = photo.picture else { continue }
        renderer.provide(picture, for: photo.hash)
      }
    }
    var next = 0
    for frame in 0..<Int64(seconds * Double(MeasuredSession.rate)) {
      let instant = MediaTime(count: frame, rate: MeasuredSession.rate)
      while next < events.count, MediaTime(events[next].time) <= instant {
        renderer.apply(events[next])
        next += 1
      }
      let damage = renderer.render()
      if frame == 0 || !damage.blocks.isEmpty { try body(frame, renderer.canvas, damage) }
    }
  }

  private func events(seconds: Double) -> [BoardEvent] {
    switch self {
    case .writing: Array(PenSession(seconds: seconds, seed: 21))
    case .photo: PhotoSession(seconds: seconds).events
    case .dense: DenseSession(seconds: seconds).events
    }
  }
}
