import MediaCore
import MediaIO
import Testing

@testable import recorder

@Suite struct LiveProgressTests {
  let listener = Listener()

  private func update(_ progress: inout LiveProgress, _ milliseconds: Int64, _ bytes: Int64) {
    progress.update(
      at: MediaTime(milliseconds: milliseconds), bytes: bytes, line: { "\($0) bits" },
      object: {
        var object = JSONObject()
        object.add("bitrate", $0)
        return object
      })
  }

  @Test func `a terminal sees one line drawn over twice a second, and what happens above it`() {
    var progress = LiveProgress(style: .bar, console: listener.console())
    update(&progress, 499, 1)
    #expect(listener.errors == "")
    update(&progress, 1_000, 100)
    update(&progress, 1_400, 100)
    #expect(listener.errors == "\r\u{1B}[K800 bits")
    progress.note("somebody came")
    #expect(listener.errors == "\r\u{1B}[K800 bits\r\u{1B}[Ksomebody came\n")
    update(&progress, 1_500, 200)
    progress.finish()
    #expect(listener.errors.hasSuffix("came\n\r\u{1B}[K1600 bits\r\u{1B}[K"))
  }

  @Test func `elsewhere there is a line every five seconds, and one for what happens`() {
    var progress = LiveProgress(style: .lines, console: listener.console())
    for second in 1...11 as ClosedRange<Int64> { update(&progress, second * 1_000, second * 1_000) }
    progress.note("somebody came")
    progress.finish()
    #expect(listener.errors == "8000 bits\n8000 bits\n8000 bits\nsomebody came\n")
  }

  @Test func `machines read an object a second on standard output`() {
    var progress = LiveProgress(style: .json, console: listener.console())
    for tick in 0..<25 as Range<Int64> { update(&progress, tick * 100, 0) }
    progress.note("\"she\" came")
    #expect(
      listener.output == """
        {"bitrate":0}
        {"bitrate":0}
        {"event":"note","text":"\\"she\\" came"}

        """)
    #expect(listener.errors == "")
  }

  @Test func `a silent command says nothing`() {
    var progress = LiveProgress(style: .silent, console: listener.console())
    update(&progress, 10_000, 5)
    progress.note("somebody came")
    progress.finish()
    #expect(listener.output + listener.errors == "")
  }

  @Test func `what senders note is said once and at once`() {
    var progress = StreamProgress(style: .lines, console: listener.console())
    progress.update(
      LiveBroadcast.Progress(time: .zero, senders: [], notes: ["a viewer was refused: why"]))
    progress.update(LiveBroadcast.Progress(time: MediaTime(milliseconds: 100), senders: []))
    #expect(listener.errors == "a viewer was refused: why\n")
  }

  @Test func `what is asked for decides the style`() {
    let console = listener.console()
    #expect(Progress.Style(quiet: true, json: true, console) == .silent)
    #expect(Progress.Style(quiet: false, json: true, console) == .json)
    #expect(
      Progress.Style(quiet: false, console) == (console.isTerminal ? .bar : .lines))
  }
}
