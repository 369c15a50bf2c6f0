extension TransportFeedback {
  /// Nil when statuses or deltas are cut, or a status is the reserved one.
  init?(_ body: Span<UInt8>) {
    guard body.count >= Self.headerSize else { return nil }
    self.init(
      sender: SSRC(body.uint32(at: 0)), source: SSRC(body.uint32(at: 4)),
      base: SequenceNumber(body.uint16(at: 8)), count: body.uint16(at: 10),
      referenceTime: Int32(bitPattern: body.uint24(at: 12) << 8) >> 8, number: body[15],
      arrivals: [])
    var position = Self.headerSize
    var offset = 0
    while offset < Int(count) {
      guard body.count >= position + 2 else { return nil }
      guard take(body.uint16(at: position), &offset, most: body.count) else { return nil }
      position += 2
    }
    guard readDeltas(body, at: position) else { return nil }
  }

  /// Takes the statuses of a chunk: a run of one symbol, or 14 or 7 symbols of one or two bits. Until
  /// the deltas are read they hold the symbol.
  ///
  /// - Parameter most: arrivals that a packet of this size can have: each has a byte at the least.
  private mutating func take(_ chunk: UInt16, _ offset: inout Int, most: Int) -> Bool {
    let left = Int(count) - offset
    if chunk >> 15 == 0 {
      let symbol = UInt8(truncatingIfNeeded: chunk >> 13) & 3
      let length = min(Int(chunk & 0x1FFF), left)
      // A run of nothing would be read for ever.
      guard length > 0 else { return false }
      if symbol != Symbol.missing {
        guard arrivals.count + length <= most else { return false }
        for index in 0..<length { note(symbol, at: offset + index) }
      }
      offset += length
      return symbol <= Symbol.large
    }
    let bits = chunk >> 14 & 1 == 0 ? 1 : 2
    let symbols = min(14 / bits, left)
    for index in 0..<symbols {
      let shift = UInt16(14 - bits * (index + 1))
      let symbol = UInt8(truncatingIfNeeded: chunk >> shift) & (bits == 1 ? 1 : 3)
      guard symbol <= Symbol.large else { return false }
      note(symbol, at: offset + index)
    }
    offset += symbols
    return true
  }

  private mutating func note(_ symbol: UInt8, at offset: Int) {
    guard symbol != Symbol.missing else { return }
    arrivals.append(Arrival(offset: UInt16(offset), delta: Int16(symbol)))
  }

  private mutating func readDeltas(_ body: Span<UInt8>, at start: Int) -> Bool {
    var position = start
    for index in arrivals.indices {
      let size = Int(arrivals[index].delta)
      guard body.count >= position + size else { return false }
      arrivals[index].delta =
        size == 1
        ? Int16(body[position]) : Int16(bitPattern: body.uint16(at: position))
      position += size
    }
    return true
  }
}
