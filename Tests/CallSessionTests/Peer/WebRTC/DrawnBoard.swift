import MediaCore
import Strokes

@testable import CallSession

/// A board that is drawn on ten times a second, or a film of thirty pictures a second in its place, and its video.
final class DrawnBoard {
  static let size: (width: Int32, height: Int32) = (192, 128)

  private(set) var picture = I420Picture(width: size.width, height: size.height)
  var video: LiveBoardVideo
  /// When it changes next.
  private(set) var nextChange = MediaTime.zero
  private let isFilm: Bool
  private var changes = 0

  init(isFilm: Bool = false) throws {
    self.isFilm = isFilm
    video =
      isFilm
      ? try LiveBoardVideo(film: Self.size.width, Self.size.height, rate: .fps30)
      : try LiveBoardVideo(width: Self.size.width, height: Self.size.height, ground: .white)
    picture.withMutablePlane(.luma) { samples, _ in
      for index in samples.indices { samples[index] = 235 }
    }
    for plane in [I420Picture.Plane.blue, .red] {
      picture.withMutablePlane(plane) { samples, _ in
        for index in samples.indices { samples[index] = 128 }
      }
    }
    video.update(video.all, at: .zero)
  }

  /// The brightness of the picture as it is.
  var luma: [UInt8] { picture.withPlane(.luma) { plane, _ in plane.indices.map { plane[$0] } } }

  func change(at now: MediaTime) {
    nextChange = now + MediaTime(milliseconds: isFilm ? 33 : 100)
    if isFilm { film(at: now) } else { draw(at: now) }
    changes += 1
  }

  /// A dark bar somewhere on the page.
  private func draw(at now: MediaTime) {
    let row = changes * 7 % Int(Self.size.height)
    let level = UInt8(20 + changes * 3 % 90)
    var blocks = BlockMap(width: Self.size.width, height: Self.size.height)
    picture.withMutablePlane(.luma) { samples, stride in
      for column in 16..<100 { samples[row * stride + column] = level }
    }
    for column in 1..<7 as Range<Int32> { blocks.insert(column: column, row: Int32(row / 16)) }
    video.update(blocks, at: now)
  }

  /// A pattern of waves that goes past.
  private func film(at now: MediaTime) {
    let step = changes + 1
    picture.withMutablePlane(.luma) { samples, stride in
      for index in samples.indices {
        let (x, y) = (index % stride + step * 2, index / stride + step)
        samples[index] = UInt8(60 + abs((x + y / 2) % 128 - 64) * 2)
      }
    }
    video.update(video.all, at: now)
  }
}
