import MediaCore
import Strokes

/// Pictures for the board, pictures and drawings for messages.
extension Room {
  /// The media type of a drawing: a board's binary form.
  package static let drawingType = "application/vnd.board"

  /// Throws when a resource is too large, not what it says, or not what its name says.
  func check(_ resource: Resource, named hash: ContentHash) throws(RoomError) {
    if resource.mediaType == Self.drawingType {
      try checkDrawing(resource.bytes)
    } else {
      try checkPicture(resource)
    }
    guard ContentHash(sha256Of: resource.bytes) == hash else {
      throw RoomError(.hashMismatch, "The bytes are not those of that hash; send them again.")
    }
  }

  private func checkPicture(_ resource: Resource) throws(RoomError) {
    guard resource.bytes.count <= limits.resourceBytes else {
      throw RoomError(
        .tooLarge, "A picture has at most \(limits.resourceBytes >> 20) MiB; make it smaller.")
    }
    let header: PictureHeader
    do throws(PictureError) {
      header = try PictureHeader(resource.bytes)
    } catch {
      throw RoomError(.invalid, "A picture cannot be shown: \(error.explanation).")
    }
    guard header.format.mediaType == resource.mediaType else {
      throw RoomError(.invalid, "The picture is \(header.format.mediaType); say so.")
    }
    guard header.pixelCount <= limits.resourcePixels else {
      throw RoomError(
        .tooLarge,
        "A picture has at most \(limits.resourcePixels / 1_000_000) megapixels; make it smaller.")
    }
  }

  private func checkDrawing(_ bytes: [UInt8]) throws(RoomError) {
    guard bytes.count <= limits.drawingBytes else {
      throw RoomError(
        .tooLarge, "A drawing has at most \(limits.drawingBytes >> 20) MiB; send less of it.")
    }
    var decoder = BinaryCodecDecoder(bytes)
    do throws(BinaryCodecError) {
      _ = try decoder.header()
      var count = 0
      while let event = try decoder.next() {
        count += 1
        guard count <= limits.drawingEvents, event.action.belongsToDrawing else {
          throw .malformed
        }
      }
    } catch {
      throw RoomError(.invalid, "The drawing is no board that a message may hold; draw it anew.")
    }
  }
}

extension BoardAction {
  /// Whether a drawing in a message may hold it: what is drawn, without what people do.
  fileprivate var belongsToDrawing: Bool {
    switch self {
    case .strokeBegan, .strokePoints, .strokeEnded, .outlinePlaced, .picturePlaced, .erased,
      .cleared, .transformed, .duplicated, .restyled, .deleted, .background, .undone, .redone,
      .resource:
      true
    default:
      false
    }
  }
}
