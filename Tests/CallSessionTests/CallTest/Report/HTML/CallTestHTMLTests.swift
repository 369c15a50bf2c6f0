import Testing

@testable import CallSession

@Suite struct CallTestHTMLTests {
  static func html(_ report: CallTestReport) -> String {
    String(decoding: CallTestHTML(report, command: "test --seed 1").html(), as: UTF8.self)
  }

  /// The first tag that closes another one than was opened last, or that stays open.
  static func imbalance(_ html: String) -> String? {
    var open: [Substring] = []
    var rest = html.drop { $0 != ">" }.dropFirst()
    while let start = rest.firstIndex(of: "<") {
      guard let end = rest[start...].firstIndex(of: ">") else { return "<" }
      let tag = rest[rest.index(after: start)..<end]
      rest = rest[rest.index(after: end)...]
      if tag.first == "/" {
        if open.popLast() != tag.dropFirst() { return String(tag) }
      } else {
        let name = tag.prefix { $0 != " " }
        if !HTMLWriter.void.contains(String(name)) { open.append(name) }
      }
    }
    return open.last.map(String.init)
  }

  @Test func `the checker of tags can fail`() {
    #expect(Self.imbalance("<!DOCTYPE html>\n<p><b></b></p>") == nil)
    #expect(Self.imbalance("<!DOCTYPE html>\n<p><b></p></b>") == "/p")
    #expect(Self.imbalance("<!DOCTYPE html>\n<p><b></b>") == "p")
  }

  @Test func `any report is whole HTML without NaN and with no script and no address`() {
    for seed in UInt64(1)...15 {
      let html = Self.html(SampleReport.anything(seed: seed))
      #expect(Self.imbalance(html) == nil, "seed \(seed)")
      for word in [
        "NaN", "nan ", ">nan", "inf ", "Infinity", "nil", "Optional(", "<script", "http",
      ] {
        #expect(!html.contains(word), "seed \(seed): \(word)")
      }
    }
  }

  @Test func `names cannot become tags`() {
    var report = SampleReport.good()
    report.participants[0].name = "<b onclick=\"x\">Zoë & 'Co' 🎈"
    report.profile = "<script>"
    report.networkEvents = [.init(time: 3, text: "<i>")]
    let html = Self.html(report)
    #expect(!html.contains("<b onclick") && !html.contains("<script>") && !html.contains("<i>"))
    #expect(html.contains("&lt;b onclick=&quot;x&quot;&gt;Zoë &amp; &#39;Co&#39; 🎈"))
    #expect(Self.imbalance(html) == nil)
  }

  @Test func `the verdict comes first, then findings, paths, links, delays, strokes, method`()
    throws
  {
    var report = SampleReport.good()
    report.paths[0].sound?.mos = 2.5
    let html = Self.html(report)
    var rest = Substring(html)
    for text in [
      "<h1>Ben will be dissatisfied", "What was found, and what to do", "Who hears and sees whom",
      "Participants and their links", "Delay and lip sync", "How soon strokes can be read",
      "How it was measured", "test --seed 1",
    ] {
      let place = try #require(rest.firstRange(of: text), "\(text)")
      rest = rest[place.upperBound...]
    }
  }

  @Test func `sections and columns without data are left out`() {
    let empty = Self.html(CallTestReport(profile: "p", seed: 1, duration: 1, encoder: "e"))
    for text in [
      "Who hears", "their links", "lip sync", "strokes can be read", "<svg class=\"plot",
    ] {
      #expect(!empty.contains(text), "\(text)")
    }
    #expect(empty.contains("Nobody knows how the call will be"))
    var mute = SampleReport.good()
    for index in mute.paths.indices { mute.paths[index].sound = nil }
    #expect(!Self.html(mute).contains("<h3>Sound</h3>"))
    #expect(Self.html(mute).contains("<h3>Cameras</h3>"))
  }

  @Test func `a level is a word and a sign as well as a colour`() {
    var report = SampleReport.good()
    report.paths[0].sound?.delay = 500
    let html = Self.html(report)
    #expect(html.contains("500 ms<span class=\"hidden\"> (bad)</span>"))
    #expect(html.contains("<th scope=\"row\">Ada → Ben</th>"))
    #expect(html.contains("role=\"img\""))
  }

  @Test func `a matrix with as many rows as a screen has room for`() {
    #expect(Self.html(SampleReport.good(participants: 8)).contains("class=\"matrix\""))
    #expect(!Self.html(SampleReport.good(participants: 9)).contains("class=\"matrix\""))
  }
}
