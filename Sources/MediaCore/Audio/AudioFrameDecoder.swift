internal import CFFmpeg

/// Owns a libavcodec audio decoder: packets in, interleaved floating-point samples out, as many
/// channels and samples a second as the stream has.
@safe
struct AudioFrameDecoder: ~Copyable {
  struct Block {
    /// In the stream's time base.
    var stamp: Int64?
    var rate: Int32
    var channels: Int32
    var samples: [Float]
  }

  private var context: UnsafeMutablePointer<AVCodecContext>
  private let frame: UnsafeMutablePointer<AVFrame>
  /// Packets so far that could be decoded; others are passed over.
  private(set) var decodedPackets: Int

  /// - Parameter stream: index of an audio stream of `demuxer`.
  init(_ demuxer: borrowing Demuxer, stream: Int) throws(MediaError) {
    let name = demuxer.streams[stream].codec
    guard let source = unsafe demuxer.context.pointee.streams[stream],
      let parameters = unsafe source.pointee.codecpar,
      let codec = unsafe avcodec_find_decoder(parameters.pointee.codec_id)
    else { throw MediaError(.formatUnsupported, "FFmpeg here has no decoder for \(name)") }
    var created: UnsafeMutablePointer<AVCodecContext>? = unsafe avcodec_alloc_context3(codec)
    var frame: UnsafeMutablePointer<AVFrame>? = unsafe av_frame_alloc()
    var result = CFFmpeg_noMemory
    if let context = unsafe created, unsafe frame != nil {
      result = unsafe avcodec_parameters_to_context(context, parameters)
      unsafe context.pointee.pkt_timebase = source.pointee.time_base
      unsafe context.pointee.thread_count = 1
      if result >= 0 { result = unsafe avcodec_open2(context, codec, nil) }
    }
    guard result >= 0, let context = unsafe created, let frame = unsafe frame else {
      unsafe avcodec_free_context(&created)
      unsafe av_frame_free(&frame)
      throw MediaError(
        .formatUnsupported, "FFmpeg's decoder refuses this \(name) sound",
        cause: ffmpegMessage(result))
    }
    unsafe self.context = context
    unsafe self.frame = frame
    decodedPackets = 0
  }

  deinit {
    var context: UnsafeMutablePointer<AVCodecContext>? = unsafe self.context
    unsafe avcodec_free_context(&context)
    var frame: UnsafeMutablePointer<AVFrame>? = unsafe self.frame
    unsafe av_frame_free(&frame)
  }

  /// Takes the next packet of its stream; false when none is left. A broken packet is passed over.
  mutating func feed(
    from demuxer: inout Demuxer, stream: Int
  ) throws(MediaError) -> Bool {
    while let packet = unsafe try demuxer.nextPacket() {
      guard unsafe Int(packet.pointee.stream_index) == stream else { continue }
      if unsafe avcodec_send_packet(context, packet) >= 0 {
        decodedPackets += 1
        return true
      }
    }
    unsafe _ = avcodec_send_packet(context, nil)
    return false
  }

  /// The next block of samples; nil when the decoder wants another packet. Padding that the file
  /// declares at start and end is gone.
  mutating func receive() throws(MediaError) -> Block? {
    let result = unsafe avcodec_receive_frame(context, frame)
    guard result >= 0 else {
      if result != CFFmpeg_again, result != CFFmpeg_endOfFile { decodedPackets -= 1 }
      return nil
    }
    defer { unsafe av_frame_unref(frame) }
    let channels = unsafe frame.pointee.ch_layout.nb_channels
    let count = unsafe frame.pointee.nb_samples
    guard channels > 0, channels <= 64, count >= 0, count <= 1 << 24 else { return nil }
    let stamp = unsafe frame.pointee.best_effort_timestamp
    var block = unsafe Block(
      stamp: stamp == CFFmpeg_noPTS ? nil : stamp, rate: frame.pointee.sample_rate,
      channels: channels, samples: [])
    block.samples = [Float](repeating: 0, count: Int(channels) * Int(count))
    guard copy(Int(channels), Int(count), into: &block.samples) else {
      throw MediaError(.formatUnsupported, "this kind of samples is not read")
    }
    return block
  }

  private func copy(_ channels: Int, _ count: Int, into samples: inout [Float]) -> Bool {
    let format = unsafe AVSampleFormat(rawValue: frame.pointee.format)
    let isPlanar = av_sample_fmt_is_planar(format) != 0
    guard let planes = unsafe frame.pointee.extended_data else { return false }
    for channel in 0..<channels {
      guard let plane = unsafe planes[isPlanar ? channel : 0] else { return false }
      let data = UnsafeRawPointer(plane)
      let first = isPlanar ? 0 : channel
      let step = isPlanar ? 1 : channels
      switch av_get_packed_sample_fmt(format) {
      case AV_SAMPLE_FMT_FLT:
        let values = unsafe data.assumingMemoryBound(to: Float.self)
        for index in 0..<count {
          let value = unsafe values[first + index * step]
          samples[index * channels + channel] = value.isFinite ? value : 0
        }
      case AV_SAMPLE_FMT_S16:
        let values = unsafe data.assumingMemoryBound(to: Int16.self)
        for index in 0..<count {
          samples[index * channels + channel] = unsafe Float(values[first + index * step]) / 32768
        }
      case AV_SAMPLE_FMT_S32:
        let values = unsafe data.assumingMemoryBound(to: Int32.self)
        for index in 0..<count {
          samples[index * channels + channel] =
            unsafe Float(values[first + index * step]) / 2_147_483_648
        }
      case AV_SAMPLE_FMT_U8:
        let values = unsafe data.assumingMemoryBound(to: UInt8.self)
        for index in 0..<count {
          samples[index * channels + channel] =
            unsafe (Float(values[first + index * step]) - 128) / 128
        }
      case AV_SAMPLE_FMT_DBL:
        let values = unsafe data.assumingMemoryBound(to: Double.self)
        for index in 0..<count {
          let value = unsafe Float(values[first + index * step])
          samples[index * channels + channel] = value.isFinite ? value : 0
        }
      default: return false
      }
    }
    return true
  }
}
