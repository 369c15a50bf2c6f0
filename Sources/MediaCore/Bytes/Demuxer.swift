internal import CFFmpeg

/// Owns a libavformat input: any container FFmpeg knows, read from given bytes alone.
///
/// No protocol is allowed, so a playlist or a reference inside the file opens nothing.
@safe
package struct Demuxer: ~Copyable {
  package enum Kind: Sendable {
    case video, audio, text, other
  }

  package struct Stream: Sendable {
    package var kind: Kind
    /// FFmpeg's name of the codec: "vp8", "opus", "webvtt".
    package var codec: String
    package var width: Int32
    package var height: Int32
    /// Hertz.
    package var sampleRate: Int32
    package var channels: Int32
    package var start: MediaTime?
    package var duration: MediaTime?
  }

  package struct Packet: Sendable {
    package var stream: Int
    package var time: MediaTime?
    package var duration: MediaTime
    package var isKeyFrame: Bool
    package var bytes: [UInt8]
  }

  package let streams: [Stream]
  package let duration: MediaTime?
  /// FFmpeg's name of the container: "matroska,webm", "wav", "mov,mp4,m4a,3gp,3g2,mj2".
  package let format: String
  let context: UnsafeMutablePointer<AVFormatContext>
  private let input: DemuxerInput
  private let packet: UnsafeMutablePointer<AVPacket>

  package init(_ source: any ByteSource) throws(MediaError) {
    av_log_set_level(AV_LOG_QUIET)
    let input = DemuxerInput(source)
    guard let io = unsafe input.makeContext() else {
      throw MediaError(.codecFailed, "out of memory for reading")
    }
    guard let opened = unsafe avformat_alloc_context(), let packet = unsafe av_packet_alloc() else {
      unsafe Self.free(io)
      throw MediaError(.codecFailed, "out of memory for reading")
    }
    unsafe opened.pointee.pb = io
    unsafe opened.pointee.flags |= AVFMT_FLAG_CUSTOM_IO
    unsafe opened.pointee.protocol_whitelist = av_strdup("")
    unsafe opened.pointee.io_open = { _, _, _, _, _ in CFFmpeg_notAllowed }
    var context: UnsafeMutablePointer<AVFormatContext>? = unsafe opened
    var result = unsafe avformat_open_input(&context, nil, nil, nil)
    if result >= 0 {
      result = unsafe avformat_find_stream_info(context, nil)
    }
    guard result >= 0, let context = unsafe context else {
      unsafe avformat_close_input(&context)
      unsafe Self.free(io)
      var packet: UnsafeMutablePointer<AVPacket>? = unsafe packet
      unsafe av_packet_free(&packet)
      if let error = input.error { throw error }
      throw MediaError(
        .formatUnsupported, "this is no sound or video file that FFmpeg reads",
        cause: ffmpegMessage(result))
    }
    streams = unsafe Self.streams(of: context)
    duration =
      unsafe context.pointee.duration > 0
      ? MediaTime(
        nanoseconds: context.pointee.duration.multipliedReportingOverflow(by: 1000).partialValue)
      : nil
    format = unsafe context.pointee.iformat.map { unsafe String(cString: $0.pointee.name) } ?? ""
    self.input = input
    unsafe self.context = context
    unsafe self.packet = packet
  }

  deinit {
    let io = unsafe context.pointee.pb
    var context: UnsafeMutablePointer<AVFormatContext>? = unsafe self.context
    unsafe avformat_close_input(&context)
    if let io = unsafe io { unsafe Self.free(io) }
    var packet: UnsafeMutablePointer<AVPacket>? = unsafe self.packet
    unsafe av_packet_free(&packet)
  }

  /// The next packet of any stream; nil at the end of the file, or where it is cut.
  package mutating func next() throws(MediaError) -> Packet? {
    guard let packet = unsafe try nextPacket() else { return nil }
    let index = unsafe Int(packet.pointee.stream_index)
    let stamp = unsafe packet.pointee.pts
    var result = unsafe Packet(
      stream: index, time: time(stamp, stream: index),
      duration: time(packet.pointee.duration, stream: index) ?? .zero,
      isKeyFrame: packet.pointee.flags & AV_PKT_FLAG_KEY != 0, bytes: [])
    if let data = unsafe packet.pointee.data {
      result.bytes = unsafe Array(
        UnsafeBufferPointer(start: data, count: Int(packet.pointee.size)))
    }
    return result
  }

  /// The next packet as FFmpeg's own, valid until the next call.
  mutating func nextPacket() throws(MediaError) -> UnsafeMutablePointer<AVPacket>? {
    unsafe av_packet_unref(packet)
    let result = unsafe av_read_frame(context, packet)
    if result >= 0 { return unsafe packet }
    if let error = input.error { throw error }
    return nil
  }

  /// A stream's time stamp as a time; nil when unset or absurd (beyond 290 years).
  func time(_ stamp: Int64, stream: Int) -> MediaTime? {
    guard stamp != CFFmpeg_noPTS else { return nil }
    let base = unsafe context.pointee.streams[stream]!.pointee.time_base
    let nanoseconds = av_rescale_q(stamp, base, AVRational(num: 1, den: 1_000_000_000))
    return nanoseconds == .min || nanoseconds == .max ? nil : MediaTime(nanoseconds: nanoseconds)
  }

  /// Whether the container has a timeline of its own; in others the first stream begins it.
  package var hasTimeline: Bool { format.contains("mov") || format.contains("matroska") }

  /// What the file calls its beginning.
  package var origin: MediaTime {
    if hasTimeline { return .zero }
    return streams.compactMap(\.start).min() ?? .zero
  }

  private static func free(_ io: UnsafeMutablePointer<AVIOContext>) {
    unsafe av_free(io.pointee.buffer)
    var io: UnsafeMutablePointer<AVIOContext>? = unsafe io
    unsafe avio_context_free(&io)
  }

  private static func streams(of context: UnsafeMutablePointer<AVFormatContext>) -> [Stream] {
    var streams: [Stream] = []
    for index in 0..<Int(unsafe context.pointee.nb_streams) {
      guard let stream = unsafe context.pointee.streams[index],
        let parameters = unsafe stream.pointee.codecpar
      else { continue }
      let kind: Kind =
        switch unsafe parameters.pointee.codec_type {
        case AVMEDIA_TYPE_VIDEO: .video
        case AVMEDIA_TYPE_AUDIO: .audio
        case AVMEDIA_TYPE_SUBTITLE: .text
        default: .other
        }
      let nanosecond = AVRational(num: 1, den: 1_000_000_000)
      let base = unsafe stream.pointee.time_base
      let start = unsafe stream.pointee.start_time
      let duration = unsafe stream.pointee.duration
      streams.append(
        unsafe Stream(
          kind: kind, codec: String(cString: avcodec_get_name(parameters.pointee.codec_id)),
          width: parameters.pointee.width, height: parameters.pointee.height,
          sampleRate: parameters.pointee.sample_rate,
          channels: parameters.pointee.ch_layout.nb_channels,
          start: start == CFFmpeg_noPTS
            ? nil : MediaTime(nanoseconds: av_rescale_q(start, base, nanosecond)),
          duration: duration == CFFmpeg_noPTS
            ? nil : MediaTime(nanoseconds: av_rescale_q(duration, base, nanosecond))))
    }
    return streams
  }
}
