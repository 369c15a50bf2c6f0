import Strokes

/// Reads any bytes as a `.board` file and draws what it holds, twice: step by step, and at once.
/// What a fuzzer calls.
package enum BoardReplayExercise {
  package struct Report: Equatable {
    package var events = 0
    /// Whether both ways gave the same picture.
    package var isConsistent = true
  }

  /// What is read of the bytes, so that no run takes long.
  private static let mostBytes = 1 << 14
  private static let mostEvents = 400
  /// Steps in which the picture is brought up to date; later events come in one.
  private static let mostSteps = 24
  private static let (width, height): (Int32, Int32) = (96, 64)

  package static func run(_ bytes: [UInt8]) -> Report {
    var report = Report()
    do throws(MediaError) {
      var reader = try BoardTextReader(
        MemorySource(Array(bytes.prefix(mostBytes))), name: "fuzz.board")
      let gradual = renderer(reader.header)
      let sudden = renderer(reader.header)
      var content = ContentBounds()
      var view = Viewport.identity
      while report.events < mostEvents, let event = try reader.next() {
        report.events += 1
        content.include(event)
        gradual.apply(event)
        sudden.apply(event)
        if case .viewMoved(let moved) = event.action,
          let followed = BoardView.followed(
            moved, header: reader.header, width: width, height: height)
        {
          view = followed
          gradual.show(view)
        }
        if report.events <= mostSteps { _ = gradual.render() }
      }
      sudden.show(view)
      _ = gradual.render()
      _ = sudden.render()
      report.isConsistent = gradual.canvas.pixels == sudden.canvas.pixels
      // The whole of it, however far it reaches.
      if let bounds = content.bounds {
        gradual.show(Viewport(fitting: bounds, width: width, height: height))
        _ = gradual.render()
      }
    } catch {
      // No board, or one that ends in a cut: nothing to draw.
    }
    return report
  }

  private static func renderer(_ header: BoardHeader) -> BoardRenderer {
    BoardRenderer(
      header: header, width: width, height: height, viewport: .identity, backdrop: .white)
  }
}
