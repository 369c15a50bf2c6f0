import Foundation
import Testing

@testable import CallSession

@Suite struct CallTestReportJSONTests {
  static func object(_ report: CallTestReport) throws -> [String: Any] {
    let json = try JSONSerialization.jsonObject(with: Data(report.json()))
    return try #require(json as? [String: Any])
  }

  @Test func `figures, verdict and what is missing are all there`() throws {
    var report = SampleReport.good()
    report.seed = .max
    report.paths[0].sound?.mos = 2.5
    report.paths[0].sound?.delay = nil
    let text = String(decoding: report.json(), as: UTF8.self)
    #expect(text.contains("\"seed\": 18446744073709551615"))
    let json = try Self.object(report)
    let paths = try #require(json["paths"] as? [[String: Any]])
    let sound = try #require(paths[0]["sound"] as? [String: Any])
    #expect(sound["mos"] as? Double == 2.5)
    #expect(sound["delay"] is NSNull)
    let verdict = try #require(json["verdict"] as? [String: Any])
    #expect(verdict["level"] as? String == "bad")
    let findings = try #require(verdict["findings"] as? [[String: Any]])
    #expect(findings.map { $0["name"] as? String } == ["low-mos"])
    #expect(json["requirements"] == nil)
    #expect((json["board"] as? [String: Any])?["author"] as? Int == 1)
  }

  @Test func `what was required is in it`() throws {
    let report = SampleReport.good()
    let results = [CallTestRequirement(.mos, 3.8).judged(by: report)]
    let json = try JSONSerialization.jsonObject(with: Data(report.json(requirements: results)))
    let requirements = (json as? [String: Any])?["requirements"] as? [[String: Any]]
    #expect(requirements?.first?["isMet"] as? Bool == true)
    #expect(requirements?.first?["figure"] as? String == "mos")
  }

  @Test func `numbers have sensible decimals, and those that are none are null`() {
    let cases: [(Double, String)] = [
      (0.1 + 0.2, "0.3"), (1.0 / 3, "0.3333"), (1_234_567.89, "1234567.9"), (-0.0, "0"), (42, "42"),
      (-1.5, "-1.5"), (.nan, "null"), (.infinity, "null"), (-.infinity, "null"), (1e300, "1e+300"),
      (0.000_01, "0"),
    ]
    for (value, expected) in cases {
      var text = ""
      ReportTree(value).write(into: &text)
      #expect(text == expected)
    }
  }

  @Test func `names are texts, whatever is in them`() throws {
    var report = SampleReport.good()
    let name = "\"\\\u{0}\n\u{7F}\u{2028}<b>Zoë 🎈"
    report.participants[0].name = name
    let people = try #require(try Self.object(report)["participants"] as? [[String: Any]])
    #expect(people[0]["name"] as? String == name)
  }

  @Test func `any report is JSON without NaN, the same each time`() throws {
    for seed in UInt64(1)...20 {
      let report = SampleReport.anything(seed: seed)
      let json = report.json()
      #expect(json == report.json(), "seed \(seed)")
      #expect(throws: Never.self, "seed \(seed)") {
        try JSONSerialization.jsonObject(with: Data(json))
      }
      let words = String(decoding: json, as: UTF8.self).lowercased()
      for word in [": nan", ": inf", ": -inf", ": -nan"] {
        #expect(!words.contains(word), "seed \(seed)")
      }
    }
  }
}
