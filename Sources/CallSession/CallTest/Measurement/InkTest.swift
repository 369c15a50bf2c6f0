import MediaCore
import Strokes

/// Tells inked pixels from the empty board's: by luma or chroma that differ clearly.
struct InkTest {
  private let luma: UInt8
  private let blue: UInt8
  private let red: UInt8

  /// Of 219 and 224 steps.
  private static let lumaDifference = 24
  private static let chromaDifference = 16

  /// - Parameter background: of one colour.
  init(background: borrowing I420Picture) {
    luma = background.withPlane(.luma) { samples, _ in samples[0] }
    blue = background.withPlane(.blue) { samples, _ in samples[0] }
    red = background.withPlane(.red) { samples, _ in samples[0] }
  }

  /// Every pixel of some blocks: its place in rows without padding, and whether it is inked.
  func forEach(
    in picture: borrowing I420Picture, _ blocks: BlockMap, _ body: (Int, Bool) -> Void
  ) {
    let (width, height) = (Int(picture.width), Int(picture.height))
    let columns = Int(blocks.columns)
    let numbers = blocks.indices
    picture.withPlane(.luma) { y, stride in
      picture.withPlane(.blue) { u, chromaStride in
        picture.withPlane(.red) { v, _ in
          for number in numbers {
            let (row, column) = number.quotientAndRemainder(dividingBy: columns)
            for line in row * 16..<min(row * 16 + 16, height) {
              for place in column * 16..<min(column * 16 + 16, width) {
                let chroma = line / 2 * chromaStride + place / 2
                let isInked =
                  abs(Int(y[line * stride + place]) - Int(luma)) > Self.lumaDifference
                  || abs(Int(u[chroma]) - Int(blue)) > Self.chromaDifference
                  || abs(Int(v[chroma]) - Int(red)) > Self.chromaDifference
                body(line * width + place, isInked)
              }
            }
          }
        }
      }
    }
  }
}
