internal import CFFmpeg

/// Decodes VP8 by FFmpeg's own decoder, which shares no code with libvpx: a second opinion on what a
/// frame shows.
@safe
package struct FFmpegVideoDecoder: ~Copyable {
  private let context: UnsafeMutablePointer<AVCodecContext>
  private let packet: UnsafeMutablePointer<AVPacket>
  private let frame: UnsafeMutablePointer<AVFrame>

  package init() throws(VideoDecoderError) {
    // By name, for libvpx may be there under FFmpeg's roof as well.
    guard let codec = unsafe avcodec_find_decoder_by_name("vp8") else {
      throw .library("FFmpeg here has no VP8 decoder of its own")
    }
    var context: UnsafeMutablePointer<AVCodecContext>? = unsafe avcodec_alloc_context3(codec)
    var packet: UnsafeMutablePointer<AVPacket>? = unsafe av_packet_alloc()
    var frame: UnsafeMutablePointer<AVFrame>? = unsafe av_frame_alloc()
    var result = CFFmpeg_noMemory
    if let context = unsafe context, unsafe packet != nil, unsafe frame != nil {
      // More threads give frames later than they came.
      unsafe context.pointee.thread_count = 1
      result = unsafe avcodec_open2(context, codec, nil)
    }
    guard result >= 0, let own = unsafe context, let taken = unsafe packet,
      let given = unsafe frame
    else {
      unsafe avcodec_free_context(&context)
      unsafe av_packet_free(&packet)
      unsafe av_frame_free(&frame)
      throw .library(ffmpegMessage(result))
    }
    unsafe self.context = own
    unsafe self.packet = taken
    unsafe self.frame = given
  }

  deinit {
    var context: UnsafeMutablePointer<AVCodecContext>? = unsafe self.context
    var packet: UnsafeMutablePointer<AVPacket>? = unsafe self.packet
    var frame: UnsafeMutablePointer<AVFrame>? = unsafe self.frame
    unsafe avcodec_free_context(&context)
    unsafe av_packet_free(&packet)
    unsafe av_frame_free(&frame)
  }

  /// Decodes one frame into a picture that one call after the other uses; it is replaced when the
  /// frame has another size. False when the frame shows nothing.
  package mutating func decode(
    _ bytes: [UInt8], into picture: inout I420Picture
  ) throws(VideoDecoderError) -> Bool {
    guard !bytes.isEmpty else { throw .damaged("an empty frame") }
    guard let size = Int32(exactly: bytes.count), size <= .max - 4_096 else {
      throw .damaged("a frame of over 2 GB")
    }
    // FFmpeg reads some bytes past the end, so it has to own the memory.
    try check(unsafe av_new_packet(packet, size))
    defer { unsafe av_packet_unref(packet) }
    unsafe bytes.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return }
      unsafe packet.pointee.data.update(from: base, count: buffer.count)
    }
    try check(unsafe avcodec_send_packet(context, packet))
    let result = unsafe avcodec_receive_frame(context, frame)
    if result == CFFmpeg_again { return false }
    try check(result)
    defer { unsafe av_frame_unref(frame) }
    let (width, height) = unsafe (frame.pointee.width, frame.pointee.height)
    let sides = 1...I420Picture.largestSide
    guard sides.contains(width), sides.contains(height),
      unsafe frame.pointee.format == AV_PIX_FMT_YUV420P.rawValue
    else { throw .damaged("a picture of another kind") }
    if picture.width != width || picture.height != height {
      picture = I420Picture(width: width, height: height)
    }
    copy(to: picture)
    return true
  }

  private func check(_ result: Int32) throws(VideoDecoderError) {
    if result < 0 { throw .damaged(ffmpegMessage(result)) }
  }

  private func copy(to picture: borrowing I420Picture) {
    let (width, height) = (Int(picture.width), Int(picture.height))
    let (columns, rows) = (picture.chromaWidth, picture.chromaHeight)
    let (data, strides) = unsafe (frame.pointee.data, frame.pointee.linesize)
    unsafe picture.withUnsafePlanes { planes in
      unsafe Self.copy(
        data.0, strides.0, to: planes.luma, planes.lumaStride, width: width, height: height)
      unsafe Self.copy(
        data.1, strides.1, to: planes.blue, planes.chromaStride, width: columns, height: rows)
      unsafe Self.copy(
        data.2, strides.2, to: planes.red, planes.chromaStride, width: columns, height: rows)
    }
  }

  private static func copy(
    _ source: UnsafeMutablePointer<UInt8>?, _ sourceStride: Int32,
    to target: UnsafeMutablePointer<UInt8>, _ targetStride: Int, width: Int, height: Int
  ) {
    guard let source = unsafe source else { return }
    for y in 0..<height {
      unsafe (target + y * targetStride).update(
        from: source + y * Int(sourceStride), count: width)
    }
  }
}
