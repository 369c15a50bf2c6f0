/// The keys of a `.board` line, by their written names: at most eight bytes of plain ASCII.
package enum BoardKey: UInt8, CaseIterable, Sendable {
  // Every event.
  case s, t, a, k
  // The name of the item or operation, and what most acts carry.
  case i, d, m, ink, colour, w, o, x
  case p, items, copies, hits, path, rule, text, h, size, alpha, fill, type, data
  case v, on, dir, name, track, offset, to
  // The header.
  case format, version, engine, pixel, second, width, height, scale, origin, title

  package var name: String { Self.names[Int(rawValue)] }

  /// Spelled out, since a page's module carries no names of cases.
  private static let names = [
    "s", "t", "a", "k",
    "i", "d", "m", "ink", "colour", "w", "o", "x",
    "p", "items", "copies", "hits", "path", "rule", "text", "h", "size", "alpha", "fill", "type",
    "data",
    "v", "on", "dir", "name", "track", "offset", "to",
    "format", "version", "engine", "pixel", "second", "width", "height", "scale", "origin", "title",
  ]

  static let packed = PackedName.pack(names)
}
