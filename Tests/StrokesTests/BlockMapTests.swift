import TestSupport
import Testing

@testable import Strokes

@Suite struct BlockMapTests {
  @Test func aMapHoldsWhatASetWouldHold() {
    for seed in UInt64(0)..<40 {
      var random = SeededGenerator(seed: seed)
      let (width, height) = (
        Int32.random(in: 1...700, using: &random), Int32.random(in: 1...700, using: &random)
      )
      var maps = [BlockMap(width: width, height: height), BlockMap(width: width, height: height)]
      var sets: [Set<Int>] = [[], []]
      let count = Int(maps[0].columns) * Int(maps[0].rows)
      for _ in 0..<400 {
        let which = Int.random(in: 0...1, using: &random)
        let block = Int.random(in: 0..<count, using: &random)
        switch Int.random(in: 0..<24, using: &random) {
        case 0..<16:
          maps[which].insert(block)
          sets[which].insert(block)
        case 16..<19:
          maps[which].remove(block)
          sets[which].remove(block)
        case 19:
          maps[which].formUnion(maps[1 - which])
          sets[which].formUnion(sets[1 - which])
        case 20:
          maps[which].subtract(maps[1 - which])
          sets[which].subtract(sets[1 - which])
        case 21:
          maps[which].formIntersection(maps[1 - which])
          sets[which].formIntersection(sets[1 - which])
        case 22:
          maps[which].removeAll()
          sets[which].removeAll()
        default:
          maps[which].insertAll()
          sets[which] = Set(0..<count)
        }
        #expect(maps[which].indices == sets[which].sorted(), "seed \(seed)")
        #expect(maps[which].count == sets[which].count)
        #expect(maps[which].isEmpty == sets[which].isEmpty)
      }
    }
  }

  @Test func mapsOfTheSameBlocksAreEqualWhateverTheyHeldBefore() {
    var one = BlockMap(width: 1_920, height: 1_080)
    var other = one
    one.insertAll()
    one.removeAll()
    #expect(one == other)
    one.insert(8_000)
    one.insert(3)
    one.remove(8_000)
    other.insert(3)
    #expect(one == other)
  }
}
