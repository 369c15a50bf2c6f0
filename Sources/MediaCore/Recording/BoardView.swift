package import Strokes

/// Which part of a board a video shows.
package enum BoardView: Equatable, Sendable {
  /// The canvas of the header (without one: everything that is ever drawn), and from the first move
  /// of the view on what the one who made it saw.
  case recorded
  /// Everything that is ever drawn, from beginning to end.
  case fit
  /// What this participant saw; until they move the view, as `recorded`.
  case participant(AuthorID)

  /// Whose moves of the view are followed.
  func leader(in survey: BoardSurvey) -> AuthorID? {
    switch self {
    case .recorded: survey.viewLeader
    case .fit: nil
    case .participant(let author): author
    }
  }

  /// What is shown at the beginning.
  package func start(
    header: BoardHeader, bounds: BoardBounds?, width: Int32, height: Int32
  ) -> Viewport {
    if self != .fit, let canvas = header.canvasBox {
      return Viewport(fitting: canvas, width: width, height: height)
    }
    guard let shown = bounds ?? header.canvasBox else { return .identity }
    let margin = Double(min(width, height)) / 24
    return Viewport(fitting: shown, width: width, height: height, margin: margin, largest: 4)
  }

  /// A participant's view in the video: their canvas is fitted into it. Nil for numbers that show
  /// nothing.
  package static func followed(
    _ viewport: Viewport, header: BoardHeader, width: Int32, height: Int32
  ) -> Viewport? {
    guard viewport.scale.isFinite, (1e-6...1e6).contains(viewport.scale),
      viewport.offsetX.magnitude <= 1e9, viewport.offsetY.magnitude <= 1e9
    else { return nil }
    guard let canvas = header.canvasBox else { return viewport }
    let fitted = Viewport(fitting: canvas, width: width, height: height)
    return Viewport(
      scale: viewport.scale * fitted.scale,
      offsetX: viewport.offsetX * fitted.scale + fitted.offsetX,
      offsetY: viewport.offsetY * fitted.scale + fitted.offsetY)
  }
}

extension BoardHeader {
  /// The canvas, if the board has edges.
  fileprivate var canvasBox: BoardBounds? {
    guard let canvasWidth, let canvasHeight, canvasWidth > 0, canvasHeight > 0 else { return nil }
    return BoardBounds(minX: 0, minY: 0, maxX: Double(canvasWidth), maxY: Double(canvasHeight))
  }
}
