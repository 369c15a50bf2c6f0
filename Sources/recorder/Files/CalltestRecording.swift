import CallSession
import MediaCore
import MediaIO

/// The folder into which a call test is recorded.
final class CalltestRecording {
  private let recording: SessionRecording

  init(_ name: FileName, _ plan: CallTestPlan) throws(MediaError) {
    var settings = SessionRecording.Settings()
    settings.title = "Call test, \(plan.profile.name)"
    recording = SessionRecording(
      header: plan.header, folder: try FolderOfSinks(name), settings: settings)
  }

  func take(_ records: [CallRecord]) {
    for record in records { recording.handle(record) }
  }

  func advance(to time: MediaTime) { recording.advance(to: time) }

  /// - Returns: a line for each file that is not as it should be.
  /// - Throws: when there is no recording.
  func finish(at end: MediaTime) throws(MediaError) -> [String] {
    let report = recording.finish(at: end)
    guard report.manifest != nil || !report.failures.isEmpty else {
      throw MediaError(.outputFailed, "nothing was recorded: the call was too short")
    }
    return report.failures.map { "warning: \($0.file): \($0.error.message)" }
  }
}
