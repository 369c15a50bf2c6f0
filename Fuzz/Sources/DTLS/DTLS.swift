@testable import MediaIO

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  // A copy of exactly this size: reading beyond it is found.
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  precondition(DTLSExercise.run(bytes) == DTLSExercise.Report(), "no peer without its key")
  return 0
}
