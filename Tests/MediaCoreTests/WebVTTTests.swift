import Testing

@testable import MediaCore

@Suite struct WebVTTTests {
  @Test func aFileHoldsEveryScriptAndEscapesMarkup() throws {
    let sink = MemorySink()
    var writer = try WebVTTWriter(to: sink, title: "Chat --> of\ntoday")
    try writer.write(
      WebVTTCue(
        start: MediaTime(milliseconds: 1_500), end: MediaTime(milliseconds: 4_000), author: "A<b>",
        text: "x --> y & z"))
    try writer.write(
      WebVTTCue(
        start: MediaTime(milliseconds: 3_725_042), end: MediaTime(milliseconds: 3_725_042),
        author: "عمر", text: "مرحبا\r\n\r\nПривет 👋🏽\n"))
    #expect(
      String(decoding: sink.bytes, as: UTF8.self) == """
        WEBVTT - Chat --  of today

        1
        00:00:01.500 --> 00:00:04.000
        <v A&lt;b&gt;>x --&gt; y &amp; z

        2
        01:02:05.042 --> 01:02:05.043
        <v عمر>مرحبا
         
        Привет 👋🏽
         

        """)
  }

  @Test func timesBeyondAHundredHoursKeepTheirDigits() {
    #expect(WebVTTWriter.stamp(MediaTime(milliseconds: 360_000_000)) == "100:00:00.000")
    #expect(WebVTTWriter.stamp(MediaTime(nanoseconds: 999_500_000)) == "00:00:01.000")
    #expect(WebVTTWriter.stamp(MediaTime(milliseconds: -5)) == "00:00:00.000")
  }

  @Test func anEmptyTextIsStillACue() {
    let cue = WebVTTCue(start: .zero, end: .zero, text: "")
    #expect(cue.payload == " ")
    #expect(cue.packet(track: 0).duration == MediaTime(milliseconds: 1))
  }
}
