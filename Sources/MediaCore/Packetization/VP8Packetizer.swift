/// Cuts VP8 frames into RTP payloads (RFC 7741, 4).
package struct VP8Packetizer: Sendable {
  /// What a frame is to those who pass it on.
  package struct Layering: Equatable, Sendable {
    package var layer: VP8PayloadDescriptor.TemporalLayer
    package var baseLayerPicture: UInt8

    package init(layer: VP8PayloadDescriptor.TemporalLayer, baseLayerPicture: UInt8) {
      self.layer = layer
      self.baseLayerPicture = baseLayerPicture
    }
  }

  /// The number of the next frame.
  package private(set) var picture: VP8PayloadDescriptor.PictureID
  /// Bytes of a payload, its descriptor included.
  private let largest: Int

  /// The longest descriptor.
  private static let descriptorSize = 6

  /// - Parameter largest: bytes of a payload.
  package init(firstPicture: UInt16 = 0, largest: Int = 1_200) {
    precondition(largest > Self.descriptorSize, "payloads have room for a piece of the frame")
    picture = VP8PayloadDescriptor.PictureID(number: firstPicture)
    self.largest = largest
  }

  /// The payloads of a frame, in order; the last one's packet has the marker.
  ///
  /// All pieces have nearly the same size: the last one of a frame is not the one that is easily
  /// lost with a small share of the frame, and a network that counts packets is used evenly.
  package mutating func payloads(of frame: Span<UInt8>, layering: Layering? = nil) -> [[UInt8]] {
    precondition(!frame.isEmpty, "a frame has bytes")
    var descriptor = VP8PayloadDescriptor()
    descriptor.picture = picture
    descriptor.layer = layering?.layer
    descriptor.baseLayerPicture = layering?.baseLayerPicture
    descriptor.beginsPartition = true
    let room = largest - Self.descriptorSize
    let count = (frame.count + room - 1) / room
    var payloads: [[UInt8]] = []
    payloads.reserveCapacity(count)
    for index in 0..<count {
      let piece = frame.count * index / count..<frame.count * (index + 1) / count
      var payload: [UInt8] = []
      payload.reserveCapacity(Self.descriptorSize + piece.count)
      descriptor.write(to: &payload)
      for place in piece { payload.append(frame[place]) }
      payloads.append(payload)
      descriptor.beginsPartition = false
    }
    picture = picture.next
    return payloads
  }

  /// Gives a payload that this packetizer made another picture's number: a frame is cut once for all
  /// who get it, and counted for each.
  package static func renumber(
    _ payload: inout [UInt8], _ picture: VP8PayloadDescriptor.PictureID
  ) {
    precondition(picture.isLong, "numbers of 15 bits, as they were written")
    payload.put(network: picture.number | 0x8000, at: 2)
  }
}
