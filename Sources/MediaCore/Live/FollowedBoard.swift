package import Strokes

/// A `.board` file that is still being written, as it is now: what is appended is shown when it comes.
///
/// What was in it at the beginning is shown at once. It has no end: whoever writes it may go on at any
/// time. A class: it owns what it reads.
package final class FollowedBoard: LiveSource {
  package let size: (width: Int32, height: Int32)
  package var channels: Int { 0 }
  package var end: MediaTime? { nil }
  /// When it is looked for more. A look that finds nothing is one system call.
  package var deadline: MediaTime? { next }

  private var next = MediaTime.zero
  private var reader: BoardTextReader
  private let renderer: BoardRenderer
  private let decode: (Resource) -> Picture?
  /// Whose moves of the view are followed: who moves it first.
  private var leader: AuthorID?
  private var isFirst = true
  /// Warnings that were taken.
  private var told = 0
  private let interval: MediaTime

  /// Of events that are read before a frame is made of them.
  private static let most = 20_000

  /// Reads what is there.
  ///
  /// - Parameters:
  ///   - name: for messages.
  ///   - size: of the picture, in pixels.
  ///   - rate: as often as a frame may come.
  ///   - decode: makes pixels of a resource; nil for what is no picture.
  /// - Throws: when it is no board, or holds no whole header yet.
  package init(
    _ source: any ByteSource, name: String, size: (width: Int32, height: Int32),
    rate: FrameRate = .fps30, decode: @escaping (Resource) -> Picture?
  ) throws(MediaError) {
    reader = try BoardTextReader(source, name: name, follows: true)
    self.size = size
    interval = rate.instant(1)
    self.decode = decode
    let header = reader.header
    renderer = BoardRenderer(
      header: header, width: size.width, height: size.height,
      viewport: BoardView.recorded.start(
        header: header, bounds: nil, width: size.width, height: size.height),
      backdrop: .white)
    while try read() == Self.most {}
  }

  package var header: BoardHeader { reader.header }
  /// What has been found wrong so far.
  package var warnings: DocumentWarnings { reader.warnings }

  package func takeNotes() -> [String] {
    let kept = warnings.kept
    defer { told = kept.count }
    return kept.dropFirst(told).map { "warning: \($0.line)" }
  }

  package func draw(
    at now: MediaTime, into picture: inout I420Picture
  ) throws(MediaError) -> LiveChange? {
    guard isFirst || next <= now else { return nil }
    next = now + interval
    _ = try read()
    var blocks = renderer.render().blocks
    if isFirst { blocks.insertAll() }
    isFirst = false
    guard !blocks.isEmpty else { return nil }
    let pixels = renderer.canvas.pixels
    ColourConverter.convert(
      blocks, of: pixels.span, stride: Int(picture.width) * 4, into: &picture)
    return LiveChange(blocks: blocks, time: now)
  }

  package func nextSound(before time: MediaTime) -> PCMChunk? { nil }

  /// Takes the events that have come, and answers how many.
  private func read() throws(MediaError) -> Int {
    var count = 0
    var view: Viewport?
    while count < Self.most, let event = try reader.next() {
      count += 1
      renderer.apply(event)
      switch event.action {
      case .resource(let hash, let resource):
        if let picture = decode(resource) { renderer.provide(picture, for: hash) }
      case .viewMoved(let viewport):
        leader = leader ?? event.author
        guard leader == event.author else { continue }
        view =
          BoardView.followed(
            viewport, header: reader.header, width: size.width, height: size.height) ?? view
      default: break
      }
    }
    if let view { renderer.show(view) }
    return count
  }
}
