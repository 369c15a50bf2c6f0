/// What stands before the piece of a VP8 frame in an RTP payload (RFC 7741, 4.2).
///
///          0 1 2 3 4 5 6 7
///         +-+-+-+-+-+-+-+-+
///         |X|R|N|S|R| PID |
///         +-+-+-+-+-+-+-+-+
///      X: |I|L|T|K| RSV   |
///         +-+-+-+-+-+-+-+-+
///      I: |M| PictureID   |   15 bits if M is set
///         +-+-+-+-+-+-+-+-+
///      L: |   TL0PICIDX   |
///         +-+-+-+-+-+-+-+-+
///    T/K: |TID|Y| KEYIDX  |
///         +-+-+-+-+-+-+-+-+
package struct VP8PayloadDescriptor: Equatable, Sendable {
  /// The number of a frame. Counts modulo 2⁷ or 2¹⁵.
  package struct PictureID: Equatable, Sendable {
    package var number: UInt16
    /// Whether it has 15 bits.
    package var isLong: Bool

    package init(number: UInt16, isLong: Bool = true) {
      self.number = number & (isLong ? 0x7FFF : 0x7F)
      self.isLong = isLong
    }

    /// How far `other` is ahead on the shorter way round.
    package func distance(to other: PictureID) -> Int {
      let bits = isLong && other.isLong ? 15 : 7
      let difference = (Int(other.number) - Int(number)) & (1 << bits - 1)
      return difference >= 1 << (bits - 1) ? difference - 1 << bits : difference
    }

    package var next: PictureID { PictureID(number: number &+ 1, isLong: isLong) }
  }

  /// Which of the temporal layers a frame belongs to.
  package struct TemporalLayer: Equatable, Sendable {
    /// 0…3; 0 is the base.
    package var index: UInt8
    /// Depends on the base layer alone (Y).
    package var isSync: Bool

    package init(index: UInt8, isSync: Bool) {
      self.index = index & 3
      self.isSync = isSync
    }
  }

  /// No later frame depends on this one.
  package var isDisposable = false
  /// The piece begins a partition.
  package var beginsPartition = false
  /// The partition that the piece begins in, 0…7.
  package var partition: UInt8 = 0
  package var picture: PictureID?
  /// Counts the frames of the base layer.
  package var baseLayerPicture: UInt8?
  package var layer: TemporalLayer?
  /// Which key frame this depends on, 0…31.
  package var keyIndex: UInt8?

  package init() {}

  /// Whether a frame begins here.
  package var beginsFrame: Bool { beginsPartition && partition == 0 }
}

extension VP8PayloadDescriptor {
  /// Reads a descriptor. Nil when it is cut, or nothing follows it.
  ///
  /// - Parameter size: of the descriptor; the piece of the frame stands behind it.
  package init?(parsing payload: Span<UInt8>, size: inout Int) {
    guard payload.count > 1 else { return nil }
    let first = payload[0]
    isDisposable = first & 0x20 != 0
    beginsPartition = first & 0x10 != 0
    partition = first & 7
    var position = 1
    if first & 0x80 != 0 {
      let fields = payload[1]
      position = 2
      if fields & 0x80 != 0 {
        guard position < payload.count else { return nil }
        let isLong = payload[position] & 0x80 != 0
        guard position + (isLong ? 2 : 1) <= payload.count else { return nil }
        picture = PictureID(
          number: isLong ? payload.uint16(at: position) : UInt16(payload[position]), isLong: isLong)
        position += isLong ? 2 : 1
      }
      if fields & 0x40 != 0 {
        guard position < payload.count else { return nil }
        baseLayerPicture = payload[position]
        position += 1
      }
      if fields & 0x30 != 0 {
        guard position < payload.count else { return nil }
        let byte = payload[position]
        if fields & 0x20 != 0 {
          layer = TemporalLayer(index: byte >> 6, isSync: byte & 0x20 != 0)
        }
        if fields & 0x10 != 0 { keyIndex = byte & 31 }
        position += 1
      }
    }
    guard position < payload.count else { return nil }
    size = position
  }

  package func write(to payload: inout [UInt8]) {
    let hasExtension =
      picture != nil || baseLayerPicture != nil || layer != nil || keyIndex != nil
    payload.append(
      (hasExtension ? 0x80 : 0) | (isDisposable ? 0x20 : 0) | (beginsPartition ? 0x10 : 0)
        | partition & 7)
    guard hasExtension else { return }
    payload.append(
      (picture != nil ? 0x80 : 0) | (baseLayerPicture != nil ? 0x40 : 0)
        | (layer != nil ? 0x20 : 0) | (keyIndex != nil ? 0x10 : 0))
    if let picture {
      if picture.isLong {
        payload.append(network: picture.number | 0x8000)
      } else {
        payload.append(UInt8(picture.number))
      }
    }
    if let baseLayerPicture { payload.append(baseLayerPicture) }
    if layer != nil || keyIndex != nil {
      payload.append(
        (layer?.index ?? 0) << 6 | (layer?.isSync == true ? 0x20 : 0) | (keyIndex ?? 0) & 31)
    }
  }
}
