internal import CFFmpeg
package import Strokes

/// Decodes PNG, JPEG, WebP and GIF (its first picture) through libavcodec.
///
/// The result is what a board shows: premultiplied BGRA, upright by the JPEG's own orientation,
/// and never more than `largestShownPixelCount`: a photo's finer detail is averaged away.
package enum PictureDecoder {
  /// Sides and areas that are decoded at all.
  package static let largestSide: Int64 = 30_000
  package static let largestPixelCount: Int64 = 40_000_000
  package static let largestShownPixelCount: Int64 = 4_194_304

  /// The pixels of a resource, to be provided to a renderer. Nil when they cannot be decoded.
  package static func picture(of resource: Resource) -> Picture? {
    try? decode(resource.bytes)
  }

  static func decode(_ bytes: [UInt8]) throws(PictureError) -> Picture {
    let header = try PictureHeader(bytes)
    let frame = try DecodedFrame(bytes, header.format)
    return try frame.picture()
  }
}

/// A decoded frame of libavcodec's, in whatever pixel format the file had.
@safe private struct DecodedFrame: ~Copyable {
  private let frame: UnsafeMutablePointer<AVFrame>

  init(_ bytes: [UInt8], _ format: PictureHeader.Format) throws(PictureError) {
    // Its complaints would go to the terminal; the error says it all.
    av_log_set_level(AV_LOG_QUIET)
    let id =
      switch format {
      case .png: AV_CODEC_ID_PNG
      case .jpeg: AV_CODEC_ID_MJPEG
      case .gif: AV_CODEC_ID_GIF
      case .webp: AV_CODEC_ID_WEBP
      }
    guard let codec = unsafe avcodec_find_decoder(id) else { throw .decoderFailed }
    var context = unsafe avcodec_alloc_context3(codec)
    defer { unsafe avcodec_free_context(&context) }
    guard let context = unsafe context else { throw .decoderFailed }
    unsafe context.pointee.max_pixels = PictureDecoder.largestPixelCount
    unsafe context.pointee.thread_count = 1
    guard unsafe avcodec_open2(context, codec, nil) == 0 else { throw .decoderFailed }

    var packet = unsafe av_packet_alloc()
    defer { unsafe av_packet_free(&packet) }
    guard let packet = unsafe packet, let size = Int32(exactly: bytes.count),
      unsafe av_new_packet(packet, size) == 0, let target = unsafe packet.pointee.data
    else { throw .decoderFailed }
    for index in bytes.indices { unsafe target[index] = bytes[index] }

    var frame = unsafe av_frame_alloc()
    guard let whole = unsafe frame else { throw .decoderFailed }
    guard unsafe avcodec_send_packet(context, packet) == 0,
      unsafe avcodec_send_packet(context, nil) == 0,
      unsafe avcodec_receive_frame(context, whole) == 0,
      unsafe whole.pointee.width > 0, unsafe whole.pointee.height > 0
    else {
      unsafe av_frame_free(&frame)
      throw .damaged
    }
    unsafe self.frame = whole
  }

  deinit {
    var frame: UnsafeMutablePointer<AVFrame>? = unsafe frame
    unsafe av_frame_free(&frame)
  }

  func picture() throws(PictureError) -> Picture {
    let (width, height) = unsafe (frame.pointee.width, frame.pointee.height)
    let area = Int64(width) * Int64(height)
    var (shownWidth, shownHeight) = (width, height)
    if area > PictureDecoder.largestShownPixelCount {
      let shrink = (Double(PictureDecoder.largestShownPixelCount) / Double(area)).squareRoot()
      shownWidth = max(Int32(Double(width) * shrink), 1)
      shownHeight = max(Int32(Double(height) * shrink), 1)
    }
    var target = unsafe av_frame_alloc()
    defer { unsafe av_frame_free(&target) }
    guard let target = unsafe target else { throw .decoderFailed }
    unsafe target.pointee.width = shownWidth
    unsafe target.pointee.height = shownHeight
    unsafe target.pointee.format = AV_PIX_FMT_BGRA.rawValue
    let flags =
      SWS_AREA | SWS_BITEXACT | SWS_ACCURATE_RND | SWS_FULL_CHR_H_INT | SWS_FULL_CHR_H_INP
    guard unsafe av_frame_get_buffer(target, 0) == 0,
      let scaler = unsafe sws_getContext(
        width, height, AVPixelFormat(frame.pointee.format), shownWidth, shownHeight,
        AV_PIX_FMT_BGRA, flags, nil, nil, nil)
    else { throw .decoderFailed }
    defer { unsafe sws_freeContext(scaler) }
    guard unsafe sws_scale_frame(scaler, target, frame) >= 0,
      let data = unsafe target.pointee.data.0
    else { throw .decoderFailed }
    let stride = unsafe Int(target.pointee.linesize.0)
    var pixels: [UInt32] = []
    pixels.reserveCapacity(Int(shownWidth) * Int(shownHeight))
    for row in 0..<Int(shownHeight) {
      let start = unsafe UnsafeRawPointer(data + row * stride)
      for column in 0..<Int(shownWidth) {
        let pixel = unsafe start.load(fromByteOffset: column * 4, as: UInt32.self)
        pixels.append(Self.premultiplied(pixel))
      }
    }
    let upright = PictureOrientation(exif: orientation).apply(
      to: pixels, width: Int(shownWidth), height: Int(shownHeight))
    guard
      let picture = Picture(
        width: Int32(upright.width), height: Int32(upright.height), pixels: upright.pixels)
    else { throw .decoderFailed }
    return picture
  }

  /// Exif's number, 1…8; 1 where the file says nothing.
  private var orientation: Int {
    guard let entry = unsafe av_dict_get(frame.pointee.metadata, "Orientation", nil, 0),
      let value = unsafe entry.pointee.value
    else { return 1 }
    let digits = unsafe String(cString: value).filter(\.isNumber)
    return Int(digits) ?? 1
  }

  private static func premultiplied(_ pixel: UInt32) -> UInt32 {
    let alpha = pixel >> 24
    if alpha == 255 { return pixel }
    let blue = ((pixel & 0xFF) * alpha + 127) / 255
    let green = ((pixel >> 8 & 0xFF) * alpha + 127) / 255
    let red = ((pixel >> 16 & 0xFF) * alpha + 127) / 255
    return alpha << 24 | red << 16 | green << 8 | blue
  }
}
