@testable import CallSession

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  // libFuzzer has to see a message that did not come back, or one that moved a server unsigned.
  precondition(STUNExercise.run(bytes).isConsistent)
  return 0
}
