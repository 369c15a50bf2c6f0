/// Where the parts of a talking person are in a picture, as ellipses, from back to front. Whole numbers
/// only: nothing rounds differently elsewhere.
struct CameraShapes {
  private(set) var all: [CameraShape] = []

  /// - Parameters:
  ///   - bottom: the first row in which nothing is drawn.
  ///   - phase: pictures by which the movements are ahead.
  init(width: Int, height: Int, bottom: Int, number: Int, phase: Int) {
    let moment = number + phase
    // At 15 pictures a second: leaning for 6 s, nodding for 1.5 s, a syllable in 0.4 s, a blink each 4 s.
    let lean = Self.wave(moment, period: 90, amplitude: width / 16)
    let nod = Self.wave(moment, period: 23, amplitude: max(height / 60, 1))
    let opening = Self.wave(moment, period: 6, amplitude: height / 50) + height / 50
    let isSilent = moment / 45 % 4 == 3
    let isBlinking = moment % 61 < 2
    let unit = max(height / 45, 1)
    let (x, y) = (width / 2 + lean, height * 2 / 5 + nod)
    func add(
      _ part: CameraColours.Part, _ dx: Int, _ dy: Int, _ halfWidth: Int, _ halfHeight: Int,
      shade: Int = 0
    ) {
      all.append(
        CameraShape(
          part: part, x: x + dx, y: y + dy, halfWidth: halfWidth, halfHeight: halfHeight,
          bottom: bottom, right: width, shade: shade))
    }
    add(.clothes, -lean / 2, 27 * unit - nod, 22 * unit, 14 * unit, shade: 24)
    add(.skin, -lean / 4, 13 * unit, 4 * unit, 7 * unit)
    add(.hair, 0, -2 * unit, 10 * unit, 13 * unit)
    add(.skin, 0, unit, 9 * unit, 11 * unit, shade: 40)
    if !isBlinking {
      for side in [-1, 1] { add(.eye, side * 4 * unit, -unit, unit + 1, unit / 2 + 1) }
    }
    add(.mouth, 0, 6 * unit, 3 * unit, isSilent ? 1 : opening + 1)
    // A hand that goes up and down beside the face.
    let rise = Self.wave(moment, period: 52, amplitude: 7 * unit)
    add(.skin, 19 * unit - lean, 14 * unit + rise, 4 * unit, 5 * unit, shade: 20)
  }

  /// A soft wave of two parabolas a period, -amplitude…amplitude.
  static func wave(_ moment: Int, period: Int, amplitude: Int) -> Int {
    let half = 1 << 10
    let place = moment % period * 2 * half / period
    let along = place % half
    let height = amplitude * 4 * along * (half - along) / (half * half)
    return place < half ? height : -height
  }
}
