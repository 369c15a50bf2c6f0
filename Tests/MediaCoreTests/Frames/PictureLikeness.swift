import Glibc
import MediaCore
import Strokes

/// Squared luma error between two pictures over the given blocks, as PSNR in dB; nil when equal.
func lumaPSNR(
  _ left: borrowing I420Picture, _ right: borrowing I420Picture, in blocks: BlockMap
) -> Double? {
  var sum = 0
  var count = 0
  let a = left.withPlane(.luma) { bytes, _ in copy(bytes) }
  let b = right.withPlane(.luma) { bytes, _ in copy(bytes) }
  for index in blocks.indices {
    let (row, column) = index.quotientAndRemainder(dividingBy: Int(blocks.columns))
    for y in (row * 16)..<min(row * 16 + 16, Int(left.height)) {
      for x in (column * 16)..<min(column * 16 + 16, Int(left.width)) {
        let difference =
          Int(a[y * left.lumaStride + x]) - Int(b[y * right.lumaStride + x])
        sum += difference * difference
        count += 1
      }
    }
  }
  guard sum > 0 else { return nil }
  return 10 * log10(255 * 255 * Double(count) / Double(sum))
}

func copy(_ span: Span<UInt8>) -> [UInt8] {
  var bytes: [UInt8] = []
  bytes.reserveCapacity(span.count)
  for index in span.indices { bytes.append(span[index]) }
  return bytes
}

/// Mean of the first picture's plane minus that of the second, in levels.
func meanDifference(
  _ left: borrowing I420Picture, _ right: borrowing I420Picture, _ plane: I420Picture.Plane
) -> Double {
  let (a, b) = (shown(left, plane), shown(right, plane))
  var sum = 0
  for index in a.indices { sum += Int(a[index]) - Int(b[index]) }
  return Double(sum) / Double(a.count)
}

/// Largest difference of the means of the last column and of the last row, in levels.
func edgeDifference(
  _ left: borrowing I420Picture, _ right: borrowing I420Picture, _ plane: I420Picture.Plane
) -> Double {
  let (a, b) = (shown(left, plane), shown(right, plane))
  let width = plane == .luma ? Int(left.width) : left.chromaWidth
  let height = a.count / width
  var (column, row) = (0, 0)
  for y in 0..<height { column += Int(a[y * width + width - 1]) - Int(b[y * width + width - 1]) }
  for x in (a.count - width)..<a.count { row += Int(a[x]) - Int(b[x]) }
  return max(Double(column.magnitude) / Double(height), Double(row.magnitude) / Double(width))
}

/// The samples of a plane that are shown, without padding.
func shown(_ picture: borrowing I420Picture, _ plane: I420Picture.Plane) -> [UInt8] {
  let width = plane == .luma ? Int(picture.width) : picture.chromaWidth
  let height = plane == .luma ? Int(picture.height) : picture.chromaHeight
  return picture.withPlane(plane) { bytes, stride in
    var result: [UInt8] = []
    result.reserveCapacity(width * height)
    for y in 0..<height {
      for x in 0..<width { result.append(bytes[y * stride + x]) }
    }
    return result
  }
}
