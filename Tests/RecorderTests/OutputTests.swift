import MediaCore
import Testing

@testable import recorder

@Suite struct OutputTests {
  @Test func `decimals are rounded half away from zero and padded`() {
    for (value, places, text) in [
      (0.0, 0, "0"), (1.005, 1, "1.0"), (0.05, 1, "0.1"), (-0.05, 1, "-0.1"),
      (12.3456, 3, "12.346"),
      (0.001, 3, "0.001"), (1e30, 2, "1e+30"), (99.5, 0, "100"),
    ] {
      #expect(Decimal.text(value, places: places) == text)
    }
  }

  @Test func `clocks show hours only when there are any`() {
    for (milliseconds, text) in [
      (0, "0:00"), (7_999, "0:07"), (83_000, "1:23"), (3_723_000, "1:02:03"), (-5, "0:00"),
    ] {
      #expect(Decimal.clock(MediaTime(milliseconds: Int64(milliseconds))) == text)
    }
  }

  @Test func `lengths show tenths below a minute`() {
    #expect(Decimal.length(MediaTime(milliseconds: 992)) == "1.0 s")
    #expect(Decimal.length(MediaTime(milliseconds: 61_000)) == "1:01")
  }

  @Test func `sizes are in decimal units`() {
    for (count, text) in [
      (0, "0 B"), (999, "999 B"), (1_000, "1.0 kB"), (999_949, "999.9 kB"), (999_950, "1.0 MB"),
      (3_140_000_000, "3.1 GB"),
    ] {
      #expect(Decimal.bytes(Int64(count)) == text)
    }
    #expect(Decimal.bytes(.max) == "9223372.0 TB")
  }

  @Test func `JSON keeps its order and escapes what JSON must`() {
    var inner = JSONObject()
    inner.add("q", true)
    var object = JSONObject()
    object.add("b", "a\"\\\n\u{1}é🖊")
    object.add("a", Int64(-3))
    object.add("n", Double.nan, places: 2)
    object.addNull("u")
    object.add("i", inner)
    object.add("l", [inner, JSONObject()])
    #expect(
      object.line
        == #"{"b":"a\"\\\n\u0001é🖊","a":-3,"n":null,"u":null,"i":{"q":true},"l":[{"q":true},{}]}"#)
  }

  @Test func `an error is one line, whatever the library said`() {
    let error = MediaError(.outputFailed, "a.webm: no space; free some", cause: "line\nbreak")
    #expect(Recorder.line(for: error) == "recorder: a.webm: no space; free some (line break)")
  }
}
