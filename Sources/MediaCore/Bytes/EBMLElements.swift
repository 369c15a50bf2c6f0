/// The elements in the body of a master element that is in memory, in order. It ends quietly at the
/// first piece that makes no sense.
struct EBMLElements: Sequence, IteratorProtocol {
  struct Element {
    var id: UInt32
    var body: ArraySlice<UInt8>
  }

  private var rest: ArraySlice<UInt8>

  init(_ body: ArraySlice<UInt8>) {
    rest = body
  }

  mutating func next() -> Element? {
    guard let header = EBMLHeader(rest), let size = header.size,
      size <= Int64(rest.count - header.length)
    else { return nil }
    let start = rest.startIndex + header.length
    let end = start + Int(size)
    defer { rest = rest[end...] }
    return Element(id: header.id, body: rest[start..<end])
  }

  /// The body of the first element of this kind.
  func first(_ id: UInt32) -> ArraySlice<UInt8>? {
    for element in self where element.id == id { return element.body }
    return nil
  }

  func unsigned(_ id: UInt32) -> UInt64? {
    first(id).flatMap { EBMLValue.unsigned($0) }
  }

  func text(_ id: UInt32) -> String? {
    first(id).map { EBMLValue.text($0) }
  }
}
