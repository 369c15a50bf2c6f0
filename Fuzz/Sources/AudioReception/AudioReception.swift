@testable import MediaCore

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  precondition(
    AudioReceptionExercise.run(bytes).isConsistent, "every pull gives its samples, finite ones")
  return 0
}
