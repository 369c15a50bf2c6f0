/// The JSON of a report, for programs. Documentation/call-report.md names the keys.
extension CallTestReport {
  /// Keys sorted; equal reports give equal bytes. With the verdict, and with what was required of the call
  /// if anything was. What was not measured is null.
  package func json(requirements: [CallTestRequirement.Result] = []) -> [UInt8] {
    let document = Document(
      report: self, verdict: CallTestVerdict(self), requirements: requirements)
    var text = ""
    // Only a type's own `encode(to:)` throws, and those of a report do not.
    let tree = (try? ReportEncoder.tree(of: document)) ?? .null
    tree.write(into: &text)
    return Array(text.utf8) + [UInt8(ascii: "\n")]
  }

  private struct Document: Encodable {
    let report: CallTestReport
    let verdict: CallTestVerdict
    let requirements: [CallTestRequirement.Result]

    enum CodingKeys: CodingKey {
      case verdict
      case requirements
    }

    func encode(to encoder: any Encoder) throws {
      try report.encode(to: encoder)
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(verdict, forKey: .verdict)
      if !requirements.isEmpty { try container.encode(requirements, forKey: .requirements) }
    }
  }
}
