import Testing

@testable import MediaCore

@Suite struct AlignmentPathTests {
  static func places(_ places: [(delay: Int, likeness: Double)]) -> [AlignmentSearch.Place] {
    places.map { AlignmentSearch.Place(delay: $0.delay, likeness: $0.likeness) }
  }

  /// A voice of 125 Hz has a period of 80 samples.
  @Test func `a vowel that fits a period off stays with its neighbours`() {
    let path = AlignmentPath.best([
      Self.places([(100, 0.99), (180, 0.97)]),
      Self.places([(180, 0.98), (100, 0.93), (20, 0.9)]),
      Self.places([(20, 0.99), (101, 0.9)]),
      Self.places([(99, 0.99)]),
    ])
    #expect(path.map { $0?.delay } == [100, 100, 101, 99])
    #expect(path.map { $0?.likeness } == [0.99, 0.93, 0.9, 0.99])
  }

  @Test func `a change that lasts is followed`() {
    var blocks: [[AlignmentSearch.Place]] = []
    for block in 0..<10 {
      let (now, other) = block < 5 ? (100, 500) : (500, 100)
      blocks.append(Self.places([(now, 0.95), (other, 0.5)]))
    }
    let path = AlignmentPath.best(blocks)
    #expect(
      path.map { $0?.delay } == [Int](repeating: 100, count: 5) + [Int](repeating: 500, count: 5))
  }

  @Test func `pauses have no place and part nothing`() {
    let path = AlignmentPath.best([
      [], Self.places([(100, 0.9)]), [], [], Self.places([(180, 0.92), (100, 0.9)]), [],
    ])
    #expect(path.map { $0?.delay } == [nil, 100, nil, nil, 100, nil])
    #expect(AlignmentPath.best([]).isEmpty)
    #expect(AlignmentPath.best([[], []]) == [nil, nil])
  }
}
