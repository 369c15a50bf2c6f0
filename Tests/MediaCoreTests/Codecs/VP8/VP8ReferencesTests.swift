import TestSupport
import Testing

@testable import MediaCore

@Suite struct VP8ReferencesTests {
  /// Three whole pictures, copied whole each time, say what the sharing ones must hold.
  @Test(arguments: 0..<40)
  func sharedPicturesHoldWhatWholeCopiesWouldHold(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var references = VP8References(width: 70, height: 40)
    let count = references.columns * references.rows
    let blank = [VP8Samples](repeating: VP8Samples(), count: count)
    var pictures: [VP8Reference: [VP8Samples]] = [.last: blank, .golden: blank, .alternate: blank]
    for _ in 0..<60 {
      let place = Int(generator.next() % UInt64(count))
      let (column, row) = (place % references.columns, place / references.columns)
      let reference: VP8Reference = generator.chance(0.5) ? .golden : .alternate
      let other: VP8Reference = reference == .golden ? .alternate : .golden
      switch generator.next() % 12 {
      case 0:
        references.copyLast(to: reference)
        pictures[reference] = pictures[.last]
      case 1:
        references.copyOther(to: reference)
        pictures[reference] = pictures[other]
      case 2, 3:
        references.repeatMacroblock(of: reference, column: column, row: row)
        let repeated = pictures[reference]?[place] ?? VP8Samples()
        pictures[.last]?[place] = repeated
      case 4:
        for i in 0..<count {
          let samples = VP8RandomSamples.any(&generator)
          references.store(samples, column: i % references.columns, row: i / references.columns)
          pictures[.last]?[i] = samples
        }
        for kept in [VP8Reference.golden, .alternate] {
          references.copyLast(to: kept)
          pictures[kept] = pictures[.last]
        }
      default:
        let samples = VP8RandomSamples.any(&generator)
        references.store(samples, column: column, row: row)
        pictures[.last]?[place] = samples
      }
      for (reference, samples) in pictures {
        for i in 0..<count {
          let (column, row) = (i % references.columns, i / references.columns)
          let held = references.samples(reference, column: column, row: row)
          #expect(held.equals(samples[i]))
          if !references.differsFromLast(reference, column: column, row: row) {
            let equal = references.lastEquals(samples[i], column: column, row: row)
            #expect(equal)
          }
        }
      }
    }
  }

  @Test(arguments: [(0, 0), (2, 0), (-2, 4), (16, -16), (34, 6), (-60, 80), (400, 2), (-2, -900)])
  func aPanMovesThePictureAndRepeatsItsEdges(dx: Int, dy: Int) {
    var generator = SeededGenerator(seed: 9)
    var references = VP8PredictionTests.randomReferences(width: 70, height: 40, &generator)
    references.copyLast(to: .golden)
    let before = I420Picture.Plane.allCases.map { VP8BorderedPlane(references.assembled(), $0) }
    references.pan(by: VP8MotionVector(row: Int16(dy * 4), column: Int16(dx * 4)))
    let moved = references.assembled()
    for (plane, old) in zip(I420Picture.Plane.allCases, before) {
      let new = VP8BorderedPlane(moved, plane)
      let scale = plane == .luma ? 1 : 2
      for y in 0..<old.height {
        for x in 0..<old.width {
          let (fromX, fromY) = (x + dx / scale, y + dy / scale)
          let value = old[min(max(fromX, 0), old.width - 1), min(max(fromY, 0), old.height - 1)]
          #expect(new[x, y] == value)
        }
      }
    }
    // GOLDEN stays where it was.
    for row in 0..<references.rows {
      for column in 0..<references.columns {
        let samples = references.samples(.golden, column: column, row: row)
        for y in 0..<16 {
          for x in 0..<16 {
            #expect(Int(samples[y][x]) == before[0][column * 16 + x, row * 16 + y])
          }
        }
      }
    }
  }

  @Test func distancesAreSumsOverAllSamples() {
    var generator = SeededGenerator(seed: 10)
    for _ in 0..<200 {
      let a = VP8RandomSamples.any(&generator)
      let b = VP8RandomSamples.any(&generator)
      var (luma, chroma, squares, largest, colours) = (0, 0, 0, 0, 0)
      let sum = (0..<256).reduce(0) { $0 + Int(a[$1 / 16][$1 % 16]) }
      let spread = (0..<256).reduce(0) { $0 + abs(Int(a[$1 / 16][$1 % 16]) - sum / 256) }
      for y in 0..<24 {
        for x in 0..<16 {
          let difference = abs(Int(a[y][x]) - Int(b[y][x]))
          if y < 16 { luma += difference } else { chroma += difference }
          squares += difference * difference
          if y >= 16 { colours += difference * difference }
          largest = max(largest, difference)
        }
      }
      #expect(Int(a.lumaDistance(from: b)) == luma)
      #expect(Int(a.chromaDistance(from: b)) == chroma)
      #expect(Int(a.lumaSpread) == spread)
      #expect(Int(a.squaredError(from: b)) == squares)
      #expect(Int(a.chromaError(from: b)) == colours)
      #expect(Int(a.lumaError(from: b)) == squares - colours)
      var references = VP8References(width: 16, height: 16)
      references.store(a, column: 0, row: 0)
      for (limit, isWithin) in [(largest, true), (largest - 1, false)] where limit >= 0 {
        let error = references.error(
          of: b, from: .last, column: 0, row: 0, within: UInt8(limit))
        #expect(error.map { Int($0) } == (isWithin ? squares : nil))
      }
      #expect(a.equals(b) == (squares == 0))
    }
    let (black, white) = (
      VP8Colour(luma: 0, blue: 0, red: 0), VP8Colour(luma: 255, blue: 255, red: 255)
    )
    #expect(VP8Samples(black).squaredError(from: VP8Samples(white)) == 24_969_600)
    #expect(VP8Samples(black).lumaDistance(from: VP8Samples(white)) == 65_280)
  }

  @Test func oneDifferentSampleIsNoticedAnywhere() {
    let flat = VP8Samples(.white)
    #expect(flat.flatColour == .white && flat.isFlat(.white))
    for y in 0..<24 {
      for x in 0..<16 {
        var samples = flat
        samples[y][x] ^= 1
        #expect(samples.flatColour == nil && !samples.isFlat(.white) && !samples.equals(flat))
      }
    }
  }

  @Test func aPicturesMacroblockIsReadFromItsPlaces() {
    var generator = SeededGenerator(seed: 11)
    var picture = I420Picture(width: 50, height: 33)
    for plane in I420Picture.Plane.allCases {
      picture.withMutablePlane(plane) { bytes, _ in
        for i in bytes.indices { bytes[i] = UInt8(truncatingIfNeeded: generator.next()) }
      }
    }
    for row in 0..<3 {
      for column in 0..<4 {
        let samples = VP8Samples(picture, column: column, row: row)
        for y in 0..<24 {
          for x in 0..<16 {
            let plane: I420Picture.Plane = y < 16 ? .luma : x < 8 ? .blue : .red
            let value = picture.withPlane(plane) { bytes, stride in
              y < 16
                ? bytes[(row * 16 + y) * stride + column * 16 + x]
                : bytes[(row * 8 + y - 16) * stride + column * 8 + x % 8]
            }
            #expect(samples[y][x] == value)
          }
        }
        for index in 0..<16 {
          let block = samples.subblock(index)
          for i in 0..<16 {
            #expect(block[i] == samples[index / 4 * 4 + i / 4][index % 4 * 4 + i % 4])
          }
        }
      }
    }
  }
}
