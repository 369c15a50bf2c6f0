/// The kinds of event, by their written names.
package enum BoardKind: UInt8, CaseIterable, Sendable {
  case points, begin, end, outline, picture
  case erase, clear, move, copy, restyle, delete, fill, undo, redo
  case resource, view, pointer, ruler, chat, reaction, chapter, join, leave
  case track, untrack, audio, pause, resume
  case attach, record, stop, announce

  package var name: String { Self.names[Int(rawValue)] }

  private static let names = [
    "points", "begin", "end", "outline", "picture",
    "erase", "clear", "move", "copy", "restyle", "delete", "fill", "undo", "redo",
    "resource", "view", "pointer", "ruler", "chat", "reaction", "chapter", "join", "leave",
    "track", "untrack", "audio", "pause", "resume",
    "attach", "record", "stop", "announce",
  ]

  static let packed = PackedName.pack(names)
}
