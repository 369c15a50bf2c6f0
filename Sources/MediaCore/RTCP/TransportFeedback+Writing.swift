extension TransportFeedback {
  func write(to bytes: inout [UInt8]) {
    let start = bytes.count
    bytes.append(network: sender.rawValue)
    bytes.append(network: source.rawValue)
    bytes.append(network: base.rawValue)
    bytes.append(network: count)
    bytes.append(network: UInt64(UInt32(bitPattern: referenceTime)), bytes: 3)
    bytes.append(number)
    var symbols = [UInt8](repeating: Symbol.missing, count: Int(count))
    for arrival in arrivals { symbols[Int(arrival.offset)] = Self.symbol(of: arrival.delta) }
    Self.write(symbols, to: &bytes)
    for arrival in arrivals {
      if Self.symbol(of: arrival.delta) == Symbol.small {
        bytes.append(UInt8(arrival.delta))
      } else {
        bytes.append(network: UInt16(bitPattern: arrival.delta))
      }
    }
    // Without the padding bit, as all senders do: behind the last delta nothing is read.
    while (bytes.count - start) & 3 != 0 { bytes.append(0) }
  }

  private static func symbol(of delta: Int16) -> UInt8 {
    (0...255).contains(delta) ? Symbol.small : Symbol.large
  }

  /// Runs where they are longer than what a vector would hold, vectors elsewhere.
  private static func write(_ symbols: [UInt8], to bytes: inout [UInt8]) {
    var index = 0
    while index < symbols.count {
      var run = 1
      while index + run < symbols.count, run < 0x1FFF, symbols[index + run] == symbols[index] {
        run += 1
      }
      if run >= 14 || index + run == symbols.count || (run >= 7 && symbols[index] == Symbol.large) {
        bytes.append(network: UInt16(symbols[index]) << 13 | UInt16(run))
        index += run
        continue
      }
      let isNarrow = !symbols[index..<min(index + 14, symbols.count)].contains(Symbol.large)
      let (bits, most) = isNarrow ? (1, 14) : (2, 7)
      var chunk: UInt16 = isNarrow ? 0x8000 : 0xC000
      for place in 0..<min(most, symbols.count - index) {
        chunk |= UInt16(symbols[index + place]) << UInt16(14 - bits * (place + 1))
      }
      bytes.append(network: chunk)
      index += min(most, symbols.count - index)
    }
  }
}
