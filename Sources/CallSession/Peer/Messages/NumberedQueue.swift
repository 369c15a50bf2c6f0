/// Elements that are numbered as they come, from 0 on, and go in the same order.
struct NumberedQueue<Element: Sendable>: Sendable {
  private var elements: [Element] = []
  private var start = 0
  /// The number of the first one that is there, and of the next one to come.
  private(set) var first: UInt32 = 0
  var end: UInt32 { first + UInt32(elements.count - start) }

  var isEmpty: Bool { start == elements.count }

  mutating func append(_ element: Element) { elements.append(element) }

  mutating func removeFirst() {
    precondition(!isEmpty, "somebody is in the queue")
    start += 1
    first += 1
    if start == elements.count {
      elements.removeAll(keepingCapacity: start < 4_096)
      start = 0
    } else if start > 256, start * 2 > elements.count {
      elements.removeFirst(start)
      start = 0
    }
  }

  func contains(_ number: UInt32) -> Bool { number >= first && number < end }

  subscript(_ number: UInt32) -> Element {
    get { elements[start + Int(number - first)] }
    _modify { yield &elements[start + Int(number - first)] }
  }
}
