package import MediaCore
package import Strokes

/// Draws a call's board and codes it, job after job: what stands on a thread of its own.
///
/// Events are drawn when a frame wants them. A board that stands still has no work.
package struct BoardWorker: ~Copyable {
  private let header: BoardHeader
  private let renderer: BoardRenderer
  private var picture: I420Picture
  private var encoder: BoardVideoEncoder
  /// Events have come that are not drawn.
  private var isStale = true
  /// Drawn and not coded.
  private var pending: BlockMap
  /// Coded, but to be coded better once the hand rests.
  private var coarse: BlockMap
  private var refinement = 0
  private var lastChange = MediaTime.zero
  private var lastFrame: MediaTime?
  private let all: BlockMap

  /// From the last change to each pass that makes the picture better.
  private static let refinements = [MediaTime(milliseconds: 200), MediaTime(milliseconds: 700)]
  /// Frames in a row that are made before an answer; two bring a new board.
  private static let mostFrames = 3

  /// - Parameters:
  ///   - width, height: of the video, in pixels.
  /// - Throws: when there is no video of that size.
  package init(
    header: BoardHeader, width: Int32, height: Int32, encoder: BoardVideoEncoder.Kind
  ) throws(MediaError) {
    let encoder = try Self.encoder(encoder, header, width: width, height: height)
    self.encoder = encoder
    self.header = header
    renderer = BoardRenderer(
      header: header, width: width, height: height,
      viewport: BoardView.recorded.start(
        header: header, bounds: nil, width: width, height: height),
      backdrop: .white)
    picture = I420Picture(width: width, height: height)
    pending = BlockMap(width: width, height: height)
    coarse = pending
    var all = pending
    all.insertAll()
    self.all = all
  }

  private static func encoder(
    _ kind: BoardVideoEncoder.Kind, _ header: BoardHeader, width: Int32, height: Int32
  ) throws(MediaError) -> BoardVideoEncoder {
    var ground = Colour.white
    if case .colour(let colour) = header.background { ground = colour }
    do throws(VideoEncoderError) {
      return try BoardVideoEncoder(kind, width: width, height: height, ground: ground)
    } catch {
      throw MediaError(error)
    }
  }

  /// The picture as it was drawn last: B, G, R, A in memory.
  package var canvas: Canvas { renderer.canvas }

  package mutating func run(_ job: BoardJob) -> BoardJobResult {
    var result = BoardJobResult(job)
    do throws(VideoEncoderError) {
      switch job {
      case .draw(let events, _):
        for event in events { apply(event) }
        isStale = true
      case .frame(let time): try bringUp(to: time, most: 1, &result)
      case .bootstrap(let leg, let time):
        // Everybody is where the picture is before somebody is brought there.
        try bringUp(to: time, most: Self.mostFrames, &result)
        let frames = try encoder.bootstrap(picture, at: lastFrame ?? time)
        result.answer = BoardJobResult.Answer(leg: leg, frames: frames, blocks: all)
      case .recode(let blocks, let leg, let time):
        try bringUp(to: time, most: Self.mostFrames, &result)
        let frame = try encoder.recode(blocks, of: picture, at: lastFrame ?? time)
        result.answer = BoardJobResult.Answer(
          leg: leg, frames: frame.map { [$0] }, blocks: blocks)
      case .keyFrame(let time):
        draw(at: time)
        pending.removeAll()
        try encode(
          EncodeRequest(time: time, blocks: all, pass: .final, wantsKeyFrame: true), &result)
      }
    } catch {
      result.failure = MediaError(error)
    }
    result.due = due
    return result
  }

  private func follow(_ viewport: Viewport) {
    let (width, height) = (renderer.canvas.width, renderer.canvas.height)
    if let view = BoardView.followed(viewport, header: header, width: width, height: height) {
      renderer.show(view)
    }
  }

  private func apply(_ event: BoardEvent) {
    renderer.apply(event)
    switch event.action {
    case .resource(let hash, let resource):
      if let picture = PictureDecoder.picture(of: resource) {
        renderer.provide(picture, for: hash)
      }
    // The room lets nobody move it who may not lead.
    case .viewMoved(let viewport): follow(viewport)
    default: break
    }
  }

  private mutating func draw(at time: MediaTime) {
    guard isStale else { return }
    isStale = false
    let damage = renderer.render()
    guard !damage.blocks.isEmpty else { return }
    let pixels = renderer.canvas.pixels
    ColourConverter.convert(
      damage.blocks, of: pixels.span, stride: Int(picture.width) * 4, into: &picture)
    pending.formUnion(damage.blocks)
    lastChange = time
  }

  /// Makes frames until everybody has the picture as it is, or the most that are allowed.
  private mutating func bringUp(
    to time: MediaTime, most: Int, _ result: inout BoardJobResult
  ) throws(VideoEncoderError) {
    draw(at: time)
    for _ in 0..<most {
      guard let request = request(at: time) else { return }
      try encode(request, &result)
    }
  }

  private mutating func request(at time: MediaTime) -> EncodeRequest? {
    if !pending.isEmpty {
      let request = EncodeRequest(time: time, blocks: pending, pass: .preview)
      if passes > 0 { coarse.formUnion(pending) }
      pending.removeAll()
      refinement = 0
      return request
    }
    if encoder.isBehind {
      return EncodeRequest(time: time, blocks: pending, pass: .final)
    }
    guard let refined = refinementTime, refined <= time else { return nil }
    refinement += 1
    defer { if refinement == passes { coarse.removeAll() } }
    return EncodeRequest(time: time, blocks: coarse, pass: .final, refinement: refinement)
  }

  private var passes: Int { min(encoder.refinements, Self.refinements.count) }

  private var refinementTime: MediaTime? {
    coarse.isEmpty || refinement >= passes ? nil : lastChange + Self.refinements[refinement]
  }

  private var due: MediaTime? {
    isStale || !pending.isEmpty || encoder.isBehind ? .zero : refinementTime
  }

  private mutating func encode(
    _ request: EncodeRequest, _ result: inout BoardJobResult
  ) throws(VideoEncoderError) {
    var request = request
    if let lastFrame { request.time = max(request.time, lastFrame + MediaTime(milliseconds: 1)) }
    guard var frame = try encoder.encode(picture, request) else {
      pending.formUnion(request.blocks)
      return
    }
    lastFrame = request.time
    if frame.isKeyFrame {
      frame.changes = all
      coarse.removeAll()
    } else if frame.changes == nil {
      frame.changes = request.blocks
    }
    result.frames.append(frame)
  }
}
