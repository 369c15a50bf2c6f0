internal import CFFmpeg

/// FFmpeg's own words for one of its error numbers.
func ffmpegMessage(_ code: Int32) -> String {
  var text = [CChar](repeating: 0, count: 128)
  unsafe _ = av_strerror(code, &text, text.count)
  var bytes: [UInt8] = []
  for character in text where character != 0 { bytes.append(UInt8(bitPattern: character)) }
  return String(decoding: bytes, as: UTF8.self)
}
