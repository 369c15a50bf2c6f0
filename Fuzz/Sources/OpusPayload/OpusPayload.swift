@testable import MediaCore

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  precondition(
    OpusPayloadExercise.run(bytes).isConsistent, "frames stand within the packet, in 120 ms")
  return 0
}
