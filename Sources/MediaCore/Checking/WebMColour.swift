/// The colour elements of a video track (RFC 9559, section 5.1.4.1.28.16 on), with the numbers of
/// ITU-T H.273. Nil for what the file does not say.
struct WebMColour: Equatable {
  var matrix: Int64?
  var range: Int64?
  var transfer: Int64?
  var primaries: Int64?

  private static let element: UInt32 = 0x55B0

  init() {}

  /// - Parameter video: the body of a track's Video element.
  init(video: EBMLElements) {
    guard let fields = video.first(Self.element).map({ EBMLElements($0) }) else { return }
    matrix = fields.unsigned(0x55B1).map { Int64(clamping: $0) }
    range = fields.unsigned(0x55B9).map { Int64(clamping: $0) }
    transfer = fields.unsigned(0x55BA).map { Int64(clamping: $0) }
    primaries = fields.unsigned(0x55BB).map { Int64(clamping: $0) }
  }
}
