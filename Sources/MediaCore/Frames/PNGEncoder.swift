internal import CFFmpeg
package import Strokes

/// Turns a canvas into a PNG file, by libavcodec.
///
/// The same pixels give the same bytes with the same library. Colours are sRGB and said to be so;
/// alpha is straight, as PNG wants it, and left out when every pixel is opaque.
package enum PNGEncoder {
  /// - Throws: `.codecFailed` when the library refuses, which it does for want of memory.
  package static func encode(_ canvas: Canvas) throws(MediaError) -> [UInt8] {
    try encode(canvas.pixels, width: canvas.width, height: canvas.height)
  }

  /// The same for a picture of a board.
  package static func encode(_ picture: Picture) throws(MediaError) -> [UInt8] {
    try encode(picture.pixels, width: picture.width, height: picture.height)
  }

  private static func encode(
    _ pixels: [UInt32], width: Int32, height: Int32
  ) throws(MediaError) -> [UInt8] {
    let opaque = isOpaque(pixels)
    var rows = [UInt8]()
    rows.reserveCapacity(pixels.count * (opaque ? 3 : 4))
    for pixel in pixels {
      let alpha = pixel >> 24
      rows.append(straight(pixel >> 16 & 0xFF, alpha))
      rows.append(straight(pixel >> 8 & 0xFF, alpha))
      rows.append(straight(pixel & 0xFF, alpha))
      if !opaque { rows.append(UInt8(alpha)) }
    }
    return try compress(rows, width: width, height: height, opaque: opaque)
  }

  private static func isOpaque(_ pixels: [UInt32]) -> Bool {
    for pixel in pixels where pixel < 0xFF00_0000 { return false }
    return true
  }

  /// A premultiplied channel divided by its alpha, to the nearest whole number.
  private static func straight(_ channel: UInt32, _ alpha: UInt32) -> UInt8 {
    if alpha == 255 { return UInt8(channel) }
    guard alpha > 0 else { return 0 }
    return UInt8(min((channel * 255 + alpha / 2) / alpha, 255))
  }

  private static func compress(
    _ rows: [UInt8], width: Int32, height: Int32, opaque: Bool
  ) throws(MediaError) -> [UInt8] {
    guard let codec = unsafe avcodec_find_encoder(AV_CODEC_ID_PNG) else {
      throw failure("libavcodec was built without its PNG encoder")
    }
    var context = unsafe avcodec_alloc_context3(codec)
    var frame = unsafe av_frame_alloc()
    var packet = unsafe av_packet_alloc()
    defer {
      unsafe avcodec_free_context(&context)
      unsafe av_frame_free(&frame)
      unsafe av_packet_free(&packet)
    }
    guard let context = unsafe context, let frame = unsafe frame, let packet = unsafe packet else {
      throw failure("out of memory")
    }
    let format = opaque ? AV_PIX_FMT_RGB24 : AV_PIX_FMT_RGBA
    unsafe context.pointee.width = width
    unsafe context.pointee.height = height
    unsafe context.pointee.pix_fmt = format
    unsafe context.pointee.time_base = AVRational(num: 1, den: 1)
    // Unset, the encoder would write a pHYs chunk of 0 by 1.
    unsafe context.pointee.sample_aspect_ratio = AVRational(num: 1, den: 1)
    unsafe context.pointee.thread_count = 1
    unsafe context.pointee.flags |= AV_CODEC_FLAG_BITEXACT
    unsafe av_opt_set(context.pointee.priv_data, "pred", "mixed", 0)
    unsafe frame.pointee.width = width
    unsafe frame.pointee.height = height
    unsafe frame.pointee.format = format.rawValue
    unsafe frame.pointee.color_primaries = AVCOL_PRI_BT709
    unsafe frame.pointee.color_trc = AVCOL_TRC_IEC61966_2_1
    guard unsafe avcodec_open2(context, codec, nil) == 0,
      unsafe av_frame_get_buffer(frame, 0) == 0, let target = unsafe frame.pointee.data.0
    else {
      throw failure("a picture of \(width)×\(height) does not fit in memory")
    }
    let rowBytes = Int(width) * (opaque ? 3 : 4)
    let stride = unsafe Int(frame.pointee.linesize.0)
    unsafe rows.withUnsafeBufferPointer { source in
      guard let source = source.baseAddress else { return }
      for row in 0..<Int(height) {
        unsafe (target + row * stride).update(from: source + row * rowBytes, count: rowBytes)
      }
    }
    guard unsafe avcodec_send_frame(context, frame) == 0,
      unsafe avcodec_receive_packet(context, packet) == 0
    else {
      throw failure("the encoder gave no picture")
    }
    return unsafe Array(
      UnsafeBufferPointer(start: packet.pointee.data, count: Int(packet.pointee.size)))
  }

  private static func failure(_ cause: String) -> MediaError {
    MediaError(.codecFailed, "the PNG could not be made; try a smaller picture", cause: cause)
  }
}
