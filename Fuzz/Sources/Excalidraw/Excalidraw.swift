@testable import MediaCore

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  _ = try? ExcalidrawDocument(bytes: bytes, name: "fuzz.excalidraw")
  return 0
}
