import Testing

@testable import CallSession

@Suite struct NumberedQueueTests {
  @Test func `numbers stay with their elements while the first go`() {
    var queue = NumberedQueue<Int>()
    for element in 0..<2_000 {
      queue.append(element)
      if element % 3 > 0 { queue.removeFirst() }
    }
    #expect(queue.first == 1_333 && queue.end == 2_000)
    for number in queue.first..<queue.end { #expect(queue[number] == Int(number)) }
    #expect(!queue.contains(1_332) && queue.contains(1_999) && !queue.contains(2_000))
    while !queue.isEmpty { queue.removeFirst() }
    #expect(queue.first == 2_000)
    queue.append(7)
    #expect(queue[2_000] == 7)
  }
}
