/// What crosses between the page and the module as plain numbers: handles and addresses in the
/// linear memory. The only unsafe file of the module; Web/ink-board.js is the only caller.
extension PageBoard {
  /// The number for the page. It keeps the board alive until `close`.
  func handle() -> Int32 {
    unsafe Int32(Int(bitPattern: Unmanaged.passRetained(self).toOpaque()))
  }

  static func named(_ handle: Int32) -> PageBoard {
    unsafe Unmanaged<PageBoard>.fromOpaque(UnsafeRawPointer(bitPattern: Int(handle))!)
      .takeUnretainedValue()
  }

  static func close(_ handle: Int32) {
    unsafe Unmanaged<PageBoard>.fromOpaque(UnsafeRawPointer(bitPattern: Int(handle))!).release()
  }
}

/// An array's first element in the linear memory. It stays there while its owner leaves the array
/// alone: the page asks again after every call that may change it.
func address<Element>(of elements: borrowing [Element]) -> Int32 {
  unsafe elements.withUnsafeBufferPointer { buffer in
    Int32(Int(bitPattern: buffer.baseAddress))
  }
}

func address(of words: StaticString) -> Int32 {
  unsafe Int32(Int(bitPattern: words.utf8Start))
}

/// A copy of what the page wrote at an address.
func bytes(at address: Int32, count: Int32) -> [UInt8] {
  unsafe Array(
    UnsafeBufferPointer(start: UnsafePointer<UInt8>(bitPattern: Int(address)), count: Int(count)))
}

func words(at address: Int32, count: Int32) -> [UInt32] {
  unsafe Array(
    UnsafeBufferPointer(start: UnsafePointer<UInt32>(bitPattern: Int(address)), count: Int(count)))
}

func numbers(at address: Int32, count: Int32) -> [Double] {
  unsafe Array(
    UnsafeBufferPointer(start: UnsafePointer<Double>(bitPattern: Int(address)), count: Int(count)))
}
