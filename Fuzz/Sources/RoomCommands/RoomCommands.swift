@testable import CallSession

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  // A copy of exactly this size: reading beyond it is found.
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  let faults = RoomExercise.run(bytes).faults
  precondition(faults.isEmpty, "everybody sees one room: \(faults)")
  return 0
}
