@testable import CallSession

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  // libFuzzer has to see a request without an answer, or a token that got out.
  precondition(SignallingExercise.run(bytes).isConsistent)
  return 0
}
