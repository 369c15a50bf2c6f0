import Strokes
import TestSupport
import Testing

/// The standard library is the reference: the nearest double, of two equally near the even one.
@Suite struct DecimalNumberTests {
  private func nearest(_ text: String) -> Double? {
    let bytes = Array(text.utf8)
    return DecimalNumber.nearest(bytes.span, 0..<bytes.count)
  }

  /// Equal to the last bit, the sign of zero included; beyond the largest is nil.
  private func agrees(_ text: String) -> Bool {
    let expected = Double(text).flatMap { $0.isFinite ? $0 : nil }
    return nearest(text)?.bitPattern == expected?.bitPattern
  }

  @Test(arguments: 0..<8 as Range<UInt64>)
  func everyDoubleComesBackFromItsShortestDigits(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<50_000 {
      let value = Double(bitPattern: generator.next())
      guard value.isFinite else { continue }
      let found = nearest(value.description)
      #expect(found?.bitPattern == value.bitPattern, "seed \(seed): \(value)")
    }
  }

  @Test(arguments: 0..<4 as Range<UInt64>)
  func whatABoardHoldsIsReadAsTheStandardLibraryDoes(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<50_000 {
      let value = Double.random(in: -5_000...5_000, using: &generator)
      let small = Double.random(in: -1...1, using: &generator)
      for text in [value.description, small.description, (value / 3).description] {
        #expect(agrees(text), "seed \(seed): \(text)")
      }
    }
  }

  @Test(arguments: 0..<4 as Range<UInt64>)
  func anyDigitsWithAnyExponentAreReadAsTheStandardLibraryDoes(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    func digits(_ most: Int) -> String {
      var text = ""
      for _ in 0..<Int.random(in: 1...most, using: &generator) {
        text += String(Int.random(in: 0...9, using: &generator))
      }
      return text
    }
    for _ in 0..<20_000 {
      var text = Bool.random(using: &generator) ? "-" : ""
      text += digits(40)
      if Bool.random(using: &generator) { text += "." + digits(60) }
      switch Int.random(in: 0...2, using: &generator) {
      case 0: text += "e\(Int.random(in: -400...400, using: &generator))"
      case 1: text += "E+\(Int.random(in: 0...30, using: &generator))"
      default: break
      }
      #expect(agrees(text), "seed \(seed): \(text)")
    }
  }

  /// Half-way cases need all digits: a tie is even, and one more digit far behind decides it.
  @Test(arguments: 0..<4 as Range<UInt64>)
  func tiesAreEvenAndTheLastDigitDecides(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<2_000 {
      // A whole number of 54 bits lies half-way between two doubles.
      let tie = UInt64.random(in: 1 << 53..<1 << 54, using: &generator) | 1
      for text in [
        "\(tie)", "\(tie).000000000000000000000000001", "\(tie - 1).9999999999999999999",
      ] {
        #expect(agrees(text), "seed \(seed): \(text)")
      }
    }
  }

  @Test func edges() {
    let texts = [
      "0", "-0", "0.0", "-0.0e10", "0e99999", "1", "-1", "10", "1e22", "1e23", "9007199254740993",
      "1.7976931348623157e308", "1.7976931348623158e308", "1.7976931348623159e308", "1e308",
      "1e309", "1e310", "1e999999999999999999999", "-1e999", "1e-999999999999999999999",
      "4.9406564584124654e-324", "5e-324", "2.4703282292062328e-324", "2.4703282292062327e-324",
      "2.47032822920623272088284396434110686182e-324",
      "2.4703282292062327208828439643411068618252990130716238221279284125033775363510437593264991818081799618989828234772285886546332835517796989819938739800539093906315035659515570226392290858392449105184435931802849936536152500319370457678249219365623669863658480757001585769269903706311928279558551332927834338409351978015531246597263579574622766465272827220056374006485499977096599470454020828166226237857393450736339007967761930577506740176324673600968951340535537458516661134223766678604816215900e-324",
      "2.2250738585072011e-308", "2.2250738585072012e-308", "2.2250738585072014e-308", "1e-330",
      "123456789012345678", "1234567890123456789", "0.1234567890123456789", "1e-18", "1e-19",
      "999999999999999e22", "0.000000000000000000000000000000000000000000001e45",
      "100000000000000000000000000000000000000000000000e-46", "0.999999999999999999",
      "179769313486231580793728971405303415079934132710037826936173778980444968292764750946649017977587207096330286416692887910946555547851940402630657488671505820681908902000708383676273854845817711531764475730270069855571366959622842914819860834936475292719074168444365510704342711559699508093042880",
    ]
    for text in texts {
      #expect(agrees(text), "\(text)")
    }
  }

  @Test func aNumberInTheMiddleOfALineIsReadAlone() {
    let bytes = Array("[12.5,-3e2]".utf8)
    #expect(DecimalNumber.nearest(bytes.span, 1..<5) == 12.5)
    #expect(DecimalNumber.nearest(bytes.span, 6..<10) == -300)
  }
}
