import Strokes

@testable import MediaCore

/// The samples of a frame as it is shown, for comparison.
struct DecodedFrame: Equatable {
  var planes: [[UInt8]] = []
  private var height = 0

  init(_ picture: borrowing I420Picture) {
    height = Int(picture.height)
    for plane in [I420Picture.Plane.luma, .blue, .red] {
      let size = picture.size(of: plane)
      let samples = picture.withPlane(plane) { samples, stride in
        Self.copy(samples, from: 0, stride, size)
      }
      planes.append(samples)
    }
  }

  /// What an encoder keeps, at the size of a picture.
  init(_ encoder: borrowing CanvasVP8Encoder, like picture: borrowing I420Picture) {
    height = Int(picture.height)
    for plane in [I420Picture.Plane.luma, .blue, .red] {
      let size = picture.size(of: plane)
      let samples = encoder.withReconstruction(plane) { samples, origin, stride in
        Self.copy(samples, from: origin, stride, size)
      }
      planes.append(samples)
    }
  }

  private static func copy(
    _ samples: Span<UInt8>, from origin: Int, _ stride: Int, _ size: (width: Int, height: Int)
  ) -> [UInt8] {
    var values: [UInt8] = []
    values.reserveCapacity(size.width * size.height)
    for y in 0..<size.height {
      for x in 0..<size.width { values.append(samples[origin + y * stride + x]) }
    }
    return values
  }

  func largestError(from other: DecodedFrame) -> Int {
    var largest = 0
    for (one, two) in zip(planes, other.planes) {
      for index in one.indices { largest = max(largest, abs(Int(one[index]) - Int(two[index]))) }
    }
    return largest
  }
}

extension DecodedFrame {
  /// Of luma.
  func meanSquaredError(from other: DecodedFrame) -> Double {
    var sum = 0.0
    for index in planes[0].indices {
      let difference = Double(planes[0][index]) - Double(other.planes[0][index])
      sum += difference * difference
    }
    return sum / Double(planes[0].count)
  }

  /// Of luma, in whole blocks.
  func meanSquaredError(from other: DecodedFrame, in blocks: BlockMap) -> Double {
    var (sum, count) = (0.0, 0.0)
    let width = planes[0].count / height
    blocks.forEach { block in
      let (row, column) = block.quotientAndRemainder(dividingBy: Int(blocks.columns))
      for y in (row * 16)..<min(row * 16 + 16, height) {
        for x in (column * 16)..<min(column * 16 + 16, width) {
          let difference =
            Double(planes[0][y * width + x]) - Double(other.planes[0][y * width + x])
          sum += difference * difference
          count += 1
        }
      }
    }
    return sum / max(count, 1)
  }

  /// The blocks in which luma is not the same.
  func blocks(differingFrom other: DecodedFrame) -> BlockMap {
    let width = planes[0].count / height
    var blocks = BlockMap(width: Int32(width), height: Int32(height))
    for index in planes[0].indices where planes[0][index] != other.planes[0][index] {
      blocks.insert(column: Int32(index % width / 16), row: Int32(index / width / 16))
    }
    return blocks
  }
}
