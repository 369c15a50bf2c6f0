import CallSession
import MediaCore
import MediaIO

/// The files that a call test's figures go to. They are opened before the call, so that a wrong name is
/// known at once.
struct CalltestReports {
  private let html: FileSink?
  private let json: FileSink?
  private let options: CalltestOptions

  init(_ options: CalltestOptions) throws(MediaError) {
    self.options = options
    html = try options.report.map { name throws(MediaError) in
      try OutputFile.create(name, replacing: options.replacesOutput)
    }
    do throws(MediaError) {
      json =
        try options.printsJSON
        ? nil
        : options.json.map { name throws(MediaError) in
          try OutputFile.create(name, replacing: options.replacesOutput)
        }
    } catch {
      html?.discard()
      throw error
    }
  }

  func write(
    _ report: CallTestReport, _ results: [CallTestRequirement.Result]
  ) throws(MediaError) {
    if let html {
      try html.append(
        CallTestHTML(report, requirements: results, command: options.command).html().span)
      try html.close()
    }
    guard let json else { return }
    try json.append(report.json(requirements: results).span)
    try json.close()
  }

  func discard() {
    html?.discard()
    json?.discard()
  }
}
