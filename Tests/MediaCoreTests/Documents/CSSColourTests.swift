import Strokes
import Testing

@testable import MediaCore

@Suite struct CSSColourTests {
  @Test(
    arguments: [
      ("#f00", 0xFF00_00FF), ("#F008", 0xFF00_0088), ("#FF0000", 0xFF00_00FF),
      ("#ff000080", 0xFF00_0080), ("rgb(255,0,0)", 0xFF00_00FF), ("rgba(255,0,0,0.5)", 0xFF00_0080),
      ("rgb(255 0 0 / 50%)", 0xFF00_0080), ("rgb(100%, 0%, 0%)", 0xFF00_00FF),
      ("rgb(300,-5,0)", 0xFF00_00FF), ("red", 0xFF00_00FF), ("  Red ", 0xFF00_00FF),
      ("hsl(0,100%,50%)", 0xFF00_00FF), ("hsla(120, 100%, 25%, 0.5)", 0x0080_0080),
      ("hsl(-120deg 100% 50%)", 0x0000_FFFF), ("hsl(60,100%,50%)", 0xFFFF_00FF),
      ("hsl(180,100%,50%)", 0x00FF_FFFF), ("hsl(300,100%,50%)", 0xFF00_FFFF),
      ("hsl(30,100%,50%)", 0xFF80_00FF), ("transparent", 0), ("rebeccapurple", 0x6633_99FF),
      ("lightgoldenrodyellow", 0xFAFA_D2FF),
    ] as [(String, UInt32)])
  func `each form of CSS has its colour`(text: String, rgba: UInt32) {
    #expect(CSSColour.parse(text)?.rgba == rgba)
  }

  @Test(arguments: [
    "", " ", "#", "#GG0000", "#12345", "redd", "rgb(", "rgb()", "rgb(1,2)", "rgb(1,2,3,4,5)",
    "rgb(nan,0,0)", "rgb(inf,0,0)", "hsl(0,0)", "url(x)", "currentColor", "hsl(1e999,0%,0%)",
    "#\u{E9}\u{E9}\u{E9}",
  ])
  func `what is no colour is none`(text: String) {
    #expect(CSSColour.parse(text) == nil)
  }

  @Test func `every name is there`() {
    #expect(CSSColourNames.colours.count == 148)
  }
}
