@testable import MediaCore

/// Three planes at the coded size, a number a sample: for tests that rebuild frames slowly.
struct PlainPicture: Equatable {
  struct Plane: Equatable {
    let width: Int
    let height: Int
    private var samples: [UInt8]

    init(width: Int, height: Int) {
      self.width = width
      self.height = height
      samples = Array(repeating: 0, count: width * height)
    }

    subscript(x: Int, y: Int) -> Int {
      get { Int(samples[y * width + x]) }
      set { samples[y * width + x] = UInt8(min(max(newValue, 0), 255)) }
    }

    /// Beyond the edges their samples go on (RFC 6386, 18.1).
    func extended(_ x: Int, _ y: Int) -> Int {
      self[min(max(x, 0), width - 1), min(max(y, 0), height - 1)]
    }

    /// What intra prediction finds beyond the upper and left edge (12.2, 12.3).
    func bordered(_ x: Int, _ y: Int) -> Int {
      y < 0 ? 127 : x < 0 ? 129 : self[x, y]
    }
  }

  /// Luma, blue, red.
  var planes: [Plane]

  init(columns: Int, rows: Int) {
    planes = [16, 8, 8].map { Plane(width: columns * $0, height: rows * $0) }
  }

  /// The first sample within the picture as shown that is another there.
  func firstDifference(from picture: borrowing I420Picture) -> String? {
    for (index, plane) in I420Picture.Plane.allCases.enumerated() {
      let size = picture.size(of: plane)
      let found: String? = picture.withPlane(plane) { span, stride in
        for y in 0..<size.height {
          for x in 0..<size.width where Int(span[y * stride + x]) != planes[index][x, y] {
            return "\(plane) (\(x), \(y)): \(planes[index][x, y]), decoder \(span[y * stride + x])"
          }
        }
        return nil
      }
      if let found { return found }
    }
    return nil
  }
}
