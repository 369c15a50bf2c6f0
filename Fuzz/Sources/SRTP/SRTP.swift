@testable import CallSession

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  // libFuzzer has to see a forgery or a packet that did not come back.
  precondition(SRTPExercise.run(bytes) == SRTPExercise.Report())
  return 0
}
