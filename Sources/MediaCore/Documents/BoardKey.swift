/// The keys of a `.board` line, by their written names: at most eight bytes of plain ASCII.
package enum BoardKey: UInt8, CaseIterable, Sendable {
  // Every event.
  case s, t, a, k
  // The name of the item or operation, and what most acts carry.
  case i, d, m, ink, colour, w, o, x
  case p, items, copies, hits, path, rule, text, h, size, alpha, fill, type, data
  case v, on, dir, name, track, offset
  // The header.
  case format, version, engine, pixel, second, width, height, scale, origin, title

  package var name: String { "\(self)" }

  static let packed: [UInt64] = packedNames(of: allCases.map(\.name))
}

/// The kinds of event, by their written names.
enum BoardKind: UInt8, CaseIterable, Sendable {
  case points, begin, end, outline, picture
  case erase, clear, move, copy, restyle, delete, fill, undo, redo
  case resource, view, pointer, ruler, chat, reaction, chapter, join, leave
  case track, untrack, audio, pause, resume

  var name: String { "\(self)" }

  static let packed: [UInt64] = packedNames(of: allCases.map(\.name))
}

/// Names of at most eight bytes as one number each, so that a comparison is one instruction.
private func packedNames(of names: [String]) -> [UInt64] {
  var packed: [UInt64] = []
  for name in names {
    var number: UInt64 = 0
    for byte in name.utf8 {
      number = number << 8 | UInt64(byte)
    }
    packed.append(number)
  }
  return packed
}
