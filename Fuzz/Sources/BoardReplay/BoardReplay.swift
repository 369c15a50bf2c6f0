@testable import MediaCore

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  precondition(
    BoardReplayExercise.run(bytes).isConsistent,
    "drawn step by step and at once gives the same picture")
  return 0
}
