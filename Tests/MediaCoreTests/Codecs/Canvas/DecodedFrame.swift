@testable import MediaCore

/// The samples of a frame as it is shown, for comparison.
struct DecodedFrame: Equatable {
  var planes: [[UInt8]] = []

  init(_ picture: borrowing I420Picture) {
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
}
