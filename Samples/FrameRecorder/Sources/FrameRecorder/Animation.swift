import Foundation
import MediaCore

/// A ball that bounces until it rests, beside a clock whose hand moves once a second.
struct Animation {
  /// What stood in a place before is taken away by filling it.
  private static let paper: UInt32 = 0xFF_F6_F1_E7
  private static let radius = 24.0

  let duration = MediaTime(milliseconds: 6_000)
  /// From here on nothing moves but the clock.
  let rest = MediaTime(milliseconds: 4_000)
  let frameCount: Int64 = 180

  private var canvas = Canvas(width: 640, height: 360, colour: Animation.paper)
  private var tone = Tone()
  private var ball: PixelRectangle?
  private var hand: (second: Int64, place: PixelRectangle)?

  var width: Int { canvas.width }
  var height: Int { canvas.height }
  var pixels: [UInt32] { canvas.pixels }

  /// Draws the picture of `time`, which is not before that of the last call.
  ///
  /// Answers the places that changed; nil, now and then, as a renderer does that does not know.
  mutating func draw(at time: MediaTime) -> [PixelRectangle]? {
    var changed: [PixelRectangle] = []
    drawBall(at: min(time, rest), &changed)
    drawHand(at: time, &changed)
    let isKnown = time > .zero && time.nanoseconds / 500_000_000 % 4 != 2
    return isKnown ? changed : nil
  }

  /// A thirtieth of a second of the tone that goes with the bouncing.
  mutating func sound(ofFrame index: Int64) -> [Float] {
    let isBouncing = FrameRate.fps30.instant(index) < rest
    return tone.next(1_600, loudness: isBouncing ? 0.2 : 0)
  }

  private mutating func drawBall(at time: MediaTime, _ changed: inout [PixelRectangle]) {
    let seconds = time.seconds
    // A bounce takes 0.8 s; in the air its height is a parabola.
    let phase = (seconds / 0.8).truncatingRemainder(dividingBy: 1)
    let x = 60 + seconds * 80
    let y = Double(height) - Self.radius - 8 - 220 * 4 * phase * (1 - phase)
    let place = Canvas.box(around: x, y, Self.radius)
    guard place != ball || ball == nil else { return }
    if let ball {
      canvas.fill(ball, Self.paper)
      changed.append(ball)
    }
    canvas.drawDisc(x, y, radius: Self.radius, 0xFF_D9_48_41)
    changed.append(place)
    ball = place
  }

  private mutating func drawHand(at time: MediaTime, _ changed: inout [PixelRectangle]) {
    let second = time.nanoseconds / 1_000_000_000
    guard second != hand?.second else { return }
    if let hand {
      canvas.fill(hand.place, Self.paper)
      changed.append(hand.place)
    }
    let angle = Double(second) / 12 * 2 * Double.pi
    let (x, y) = (540.0, 110.0)
    let place = canvas.drawLine(
      x, y, x + 80 * sin(angle), y - 80 * cos(angle), width: 6, 0xFF_1B_4F_8A)
    changed.append(place)
    hand = (second, place)
  }
}
