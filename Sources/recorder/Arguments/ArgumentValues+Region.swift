import MediaCore

extension ArgumentValues {
  /// `1280x720+0+64`: size and place in pixels.
  static func region(_ text: String) -> PixelRectangle? {
    let parts = text.split(separator: "+", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 3, let size = size(parts[0]),
      let x = integer(parts[1], in: 0...65_535), let y = integer(parts[2], in: 0...65_535)
    else { return nil }
    return PixelRectangle(
      x: Int(x), y: Int(y), width: Int(size.width), height: Int(size.height))
  }
}
