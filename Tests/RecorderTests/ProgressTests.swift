import MediaCore
import Testing

@testable import recorder

@Suite struct ProgressTests {
  let listener = Listener()

  func seconds(_ count: Int64) -> MediaTime {
    MediaTime(milliseconds: count * 1_000)
  }

  @Test func `a terminal sees one line drawn over ten times a second, then a clean line`() {
    var progress = Progress(style: .bar, console: listener.console(), total: seconds(60))
    progress.update(position: seconds(10), bytes: 100, now: 0.4)
    #expect(listener.errors == "")
    progress.update(position: seconds(30), bytes: 1_234_567, now: 1)
    progress.update(position: seconds(31), bytes: 1_234_567, now: 1.05)
    let state = "0:30 of 1:00, 30.0× real time, 1.2 MB"
    #expect(listener.errors.hasPrefix("\r\u{1B}[K["))
    #expect(listener.errors.hasSuffix("] " + state))
    #expect(listener.errors.contains("===  ") && listener.errors.count <= 84)
    progress.finish()
    #expect(listener.errors.hasSuffix("\r\u{1B}[K"))
  }

  @Test func `elsewhere there is a line every five seconds and none for a quick job`() {
    var progress = Progress(style: .lines, console: listener.console(), total: nil)
    for tick in 0..<120 {
      progress.update(position: seconds(Int64(tick)), bytes: nil, now: Double(tick) / 10)
    }
    progress.finish()
    #expect(
      listener.errors == "0:50, 10.0× real time\n1:40, 10.0× real time\n")
  }

  @Test func `machines read one JSON object a second on standard output`() {
    var progress = Progress(style: .json, console: listener.console(), total: seconds(60))
    progress.update(position: MediaTime(milliseconds: 1_500), bytes: 42, now: 0.5)
    progress.update(position: seconds(3), bytes: 43, now: 1)
    #expect(
      listener.output
        == #"{"event":"progress","seconds":1.500,"total":60.000,"bytes":42,"elapsed":0.500}"#
        + "\n")
    #expect(listener.errors == "")
  }

  @Test func `a silent command says nothing`() {
    var progress = Progress(style: .silent, console: listener.console(), total: seconds(60))
    progress.update(position: seconds(30), bytes: 1, now: 100)
    progress.finish()
    #expect(listener.output + listener.errors == "")
  }

  @Test func `the bar never leaves its line, whatever the numbers`() {
    for (position, total) in [(0, 0), (5, 0), (100, 50), (-5, 50), (400_000, 400_000)] {
      for width in [0, 20, 40, 80, 200] {
        let ear = Listener()
        var progress = Progress(
          style: .bar, console: ear.console(width: width), total: seconds(Int64(total)))
        progress.update(position: seconds(Int64(position)), bytes: .max, now: 1)
        #expect(ear.errors.filter { $0 == "\n" }.isEmpty)
        #expect(width < 80 || ear.errors.count <= width + 4, "\(ear.errors)")
      }
    }
  }
}
