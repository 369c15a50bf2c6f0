import MediaCore

/// What takes a participant's machine long enough to be done beside the call.
enum CallTestJob: Sendable {
  case encode(number: Int64, captured: MediaTime, CallClient.CameraRequest)
  case encodeScreen(number: Int64, captured: MediaTime, CallClient.CameraRequest)
  case decode(participant: Int, [UInt8])
  case decodeScreen([UInt8])
  case decodeBoard([UInt8])

  /// As measured for 320×180 on a machine with two cores.
  static let encoding = JobDuration(
    mean: MediaTime(nanoseconds: 1_500_000), deviation: MediaTime(nanoseconds: 300_000))
  static let decoding = JobDuration(
    mean: MediaTime(nanoseconds: 1_000_000), deviation: MediaTime(nanoseconds: 300_000))
}
