internal import CFFmpeg

/// The pictures of any film that FFmpeg decodes, in the order of their times, in one size.
///
/// Times count from the film's beginning, as those of `AudioFileDecoder` do from the sound's. What cannot be
/// decoded is passed over. Nothing but the source is ever opened.
@safe
package struct FilmDecoder: ~Copyable {
  /// Even, in the film's proportions, within the bounds that were given.
  package let width: Int32
  package let height: Int32
  /// Where the file ends by what has been read of it so far: of whatever stream comes last.
  package private(set) var reached = MediaTime.zero

  private var demuxer: Demuxer
  private let stream: Int
  private let origin: MediaTime
  private let context: UnsafeMutablePointer<AVCodecContext>
  /// The picture that was given out, the one after it, and one in the size that is wanted.
  private let current: UnsafeMutablePointer<AVFrame>
  private let ahead: UnsafeMutablePointer<AVFrame>
  private let scaled: UnsafeMutablePointer<AVFrame>
  private var scaler: OpaquePointer?
  /// Of the picture ahead.
  private var nextTime: MediaTime?
  private var lastTime = MediaTime.zero
  private var isDrained = false

  package struct Shown: Equatable, Sendable {
    package var time: MediaTime
    /// When the next one is shown; nil for the last.
    package var end: MediaTime?
  }

  /// - Parameter bounds: neither side of the pictures is longer, and none is enlarged.
  package init(
    _ source: any ByteSource, within bounds: (width: Int32, height: Int32)
  ) throws(MediaError) {
    let demuxer = try Demuxer(source)
    guard let stream = demuxer.streams.firstIndex(where: { $0.kind == .video }) else {
      throw MediaError(.formatUnsupported, "there is no picture in this file")
    }
    let name = demuxer.streams[stream].codec
    guard let own = unsafe demuxer.context.pointee.streams[stream],
      let parameters = unsafe own.pointee.codecpar,
      let codec = unsafe avcodec_find_decoder(parameters.pointee.codec_id)
    else { throw MediaError(.formatUnsupported, "FFmpeg here has no decoder for \(name)") }
    let ratio = unsafe Self.ratio(own.pointee.sample_aspect_ratio)
    let (columns, rows) = unsafe (parameters.pointee.width, parameters.pointee.height)
    let sides = 1...I420Picture.largestSide
    guard sides.contains(columns), sides.contains(rows) else {
      throw MediaError(.formatUnsupported, "pictures of \(columns)×\(rows) are not read")
    }
    var created: UnsafeMutablePointer<AVCodecContext>? = unsafe avcodec_alloc_context3(codec)
    var frames = unsafe [av_frame_alloc(), av_frame_alloc(), av_frame_alloc()]
    var result = CFFmpeg_noMemory
    if let context = unsafe created {
      result = unsafe avcodec_parameters_to_context(context, parameters)
      unsafe context.pointee.pkt_timebase = own.pointee.time_base
      // A thread more decodes the next picture while this one is scaled.
      unsafe context.pointee.thread_count = 2
      if result >= 0 { result = unsafe avcodec_open2(context, codec, nil) }
    }
    guard result >= 0, let context = unsafe created, let current = unsafe frames[0],
      let ahead = unsafe frames[1], let scaled = unsafe frames[2]
    else {
      unsafe avcodec_free_context(&created)
      for index in 0..<3 { unsafe av_frame_free(&frames[index]) }
      throw MediaError(
        .formatUnsupported, "FFmpeg's decoder refuses this \(name) film",
        cause: ffmpegMessage(result))
    }
    (width, height) = Self.fit(Double(columns) * ratio, Double(rows), bounds)
    origin = demuxer.origin
    self.demuxer = demuxer
    self.stream = stream
    unsafe self.context = context
    unsafe self.current = current
    unsafe self.ahead = ahead
    unsafe self.scaled = scaled
  }

  deinit {
    var context: UnsafeMutablePointer<AVCodecContext>? = unsafe self.context
    unsafe avcodec_free_context(&context)
    unsafe Self.free(current)
    unsafe Self.free(ahead)
    unsafe Self.free(scaled)
    unsafe sws_freeContext(scaler)
  }

  /// The next picture; nil after the last.
  package mutating func next() throws(MediaError) -> Shown? {
    if nextTime == nil { nextTime = try decode() }
    guard let time = nextTime else { return nil }
    unsafe av_frame_unref(current)
    unsafe av_frame_move_ref(current, ahead)
    nextTime = try decode()
    return Shown(time: time, end: nextTime)
  }

  /// Goes on with a picture at or before `time`, as far back as one stands that depends on no other.
  package mutating func seek(to time: MediaTime) throws(MediaError) {
    let place = (time + origin).nanoseconds / 1_000
    guard unsafe avformat_seek_file(demuxer.context, -1, .min, place, place, 0) >= 0 else {
      throw MediaError(.inputUnreadable, "nothing can be looked for in this file")
    }
    unsafe avcodec_flush_buffers(context)
    (nextTime, isDrained, lastTime) = (nil, false, .zero)
  }

  /// The picture that `next` gave out, as tightly packed planes of limited-range BT.601; false when it
  /// is of a kind that cannot be converted.
  package mutating func copy(into bytes: inout [UInt8]) -> Bool {
    unsafe av_frame_unref(scaled)
    let (columns, rows) = unsafe (current.pointee.width, current.pointee.height)
    unsafe scaled.pointee.width = width
    unsafe scaled.pointee.height = height
    unsafe scaled.pointee.format = AV_PIX_FMT_YUV420P.rawValue
    guard columns > 0, rows > 0, unsafe av_frame_get_buffer(scaled, 0) >= 0 else { return false }
    let flags = SWS_BILINEAR | SWS_ACCURATE_RND
    unsafe scaler = sws_getCachedContext(
      scaler, columns, rows, AVPixelFormat(current.pointee.format), width, height,
      AV_PIX_FMT_YUV420P, flags, nil, nil, nil)
    guard let scaler = unsafe scaler else { return false }
    let space = unsafe current.pointee.colorspace
    let isWide = unsafe current.pointee.color_range == AVCOL_RANGE_JPEG
    let known = [AVCOL_SPC_BT709, AVCOL_SPC_BT2020_NCL, AVCOL_SPC_SMPTE240M]
    let from = known.contains(space) ? Int32(space.rawValue) : SWS_CS_ITU601
    unsafe _ = sws_setColorspaceDetails(
      scaler, sws_getCoefficients(from), isWide ? 1 : 0, sws_getCoefficients(SWS_CS_ITU601), 0, 0,
      1 << 16, 1 << 16)
    guard unsafe sws_scale_frame(scaler, scaled, current) >= 0 else { return false }
    let size = I420Picture.packedSize(width: width, height: height)
    if bytes.count != size { bytes = Array(repeating: 0, count: size) }
    let data = unsafe scaled.pointee.data
    let strides = unsafe scaled.pointee.linesize
    let sources = unsafe [data.0, data.1, data.2]
    let steps = [Int(strides.0), Int(strides.1), Int(strides.2)]
    var place = 0
    for plane in 0..<3 {
      let columns = plane == 0 ? Int(width) : Int(width) / 2
      guard let source = unsafe sources[plane] else { return false }
      for row in 0..<(plane == 0 ? Int(height) : Int(height) / 2) {
        let line = unsafe UnsafeBufferPointer(start: source + row * steps[plane], count: columns)
        unsafe bytes.withUnsafeMutableBufferPointer { target in
          _ = unsafe target[place...].update(fromContentsOf: line)
        }
        place += columns
      }
    }
    return true
  }

  /// Decodes into the picture ahead, and answers its time; nil when there is none.
  private mutating func decode() throws(MediaError) -> MediaTime? {
    while true {
      let result = unsafe avcodec_receive_frame(context, ahead)
      if result >= 0 {
        let stamp = unsafe ahead.pointee.best_effort_timestamp
        let time = demuxer.time(stamp, stream: stream).map { $0 - origin }
        // One without a time follows the last; none goes back.
        lastTime = max(time ?? lastTime, lastTime)
        return lastTime
      }
      if isDrained { return nil }
      try feed()
    }
  }

  private mutating func feed() throws(MediaError) {
    while let packet = unsafe try demuxer.nextPacket() {
      let index = unsafe Int(packet.pointee.stream_index)
      let length = unsafe demuxer.time(packet.pointee.duration, stream: index) ?? .zero
      if let time = unsafe demuxer.time(packet.pointee.pts, stream: index) {
        reached = max(reached, time - origin + length)
      }
      guard index == stream else { continue }
      // A broken packet is passed over.
      if unsafe avcodec_send_packet(context, packet) >= 0 { return }
    }
    unsafe _ = avcodec_send_packet(context, nil)
    isDrained = true
  }
}

extension FilmDecoder {
  private static func free(_ frame: UnsafeMutablePointer<AVFrame>) {
    var frame: UnsafeMutablePointer<AVFrame>? = unsafe frame
    unsafe av_frame_free(&frame)
  }

  /// How much wider than high a pixel is.
  private static func ratio(_ ratio: AVRational) -> Double {
    guard ratio.num > 0, ratio.den > 0 else { return 1 }
    let value = Double(ratio.num) / Double(ratio.den)
    return (0.1...10).contains(value) ? value : 1
  }

  private static func fit(
    _ width: Double, _ height: Double, _ bounds: (width: Int32, height: Int32)
  ) -> (Int32, Int32) {
    let scale = min(1, Double(bounds.width) / width, Double(bounds.height) / height)
    func even(_ side: Double) -> Int32 { max(Int32(side * scale) & ~1, 2) }
    return (even(width + 0.5), even(height + 0.5))
  }
}
