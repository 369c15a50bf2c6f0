internal import CFFmpeg

/// Owns libavformat's WebM muxer: tracks and header, one packet at a time, cluster ends where the
/// caller wants them, trailer.
@safe
struct WebMMuxer: ~Copyable {
  let output: WebMOutput
  private let context: UnsafeMutablePointer<AVFormatContext>
  private let packet: UnsafeMutablePointer<AVPacket>
  /// What the muxer adds to each track's times, in milliseconds.
  private var timeOffsets: [Int64] = []
  private var isAudio: [Bool] = []
  private var audioTrack: Int?
  private var lastAudioTime: Int64 = 0

  init(sink: any ByteSink) throws(MediaError) {
    av_log_set_level(AV_LOG_QUIET)
    let output = WebMOutput(sink: sink)
    var format: UnsafeMutablePointer<AVFormatContext>?
    unsafe avformat_alloc_output_context2(&format, nil, "webm", nil)
    let packet = unsafe av_packet_alloc()
    let io = unsafe output.makeContext()
    guard let format = unsafe format, let packet = unsafe packet, let io = unsafe io else {
      throw MediaError(.codecFailed, "FFmpeg's WebM muxer is not available: install libavformat")
    }
    unsafe format.pointee.pb = io
    unsafe format.pointee.flags |= AVFMT_FLAG_BITEXACT | AVFMT_FLAG_CUSTOM_IO
    // Times are final as they come; the muxer must not shift them for the codec delay.
    unsafe format.pointee.avoid_negative_ts = 0
    self.output = output
    unsafe self.context = format
    unsafe self.packet = packet
  }

  deinit {
    var packet: UnsafeMutablePointer<AVPacket>? = unsafe self.packet
    unsafe av_packet_free(&packet)
    var io: UnsafeMutablePointer<AVIOContext>? = unsafe context.pointee.pb
    unsafe av_free(context.pointee.pb.pointee.buffer)
    unsafe avio_context_free(&io)
    unsafe context.pointee.pb = nil
    unsafe avformat_free_context(context)
  }

  /// The offset at which the next byte goes.
  var position: Int64 { unsafe avio_seek(context.pointee.pb, 0, SEEK_CUR) }

  mutating func writeHeader(
    _ layout: WebMLayout, indexSpace: Int, addsCodecDelay: Bool = Self.addsCodecDelay
  ) throws(MediaError) {
    for track in layout.tracks { try add(track, addsCodecDelay: addsCodecDelay) }
    if let title = layout.title {
      unsafe _ = av_dict_set(&context.pointee.metadata, "title", title, 0)
    }
    let end = layout.expectedDuration ?? layout.chapters.last?.start ?? .zero
    setChapters(layout.chapters, end: end)
    setOption("reserve_index_space", Int64(indexSpace))
    // Clusters end where the writer says; checksums would have to be redone with the duration.
    setOption("cluster_time_limit", 30_000)
    setOption("cluster_size_limit", Int64(Int32.max))
    setOption("write_crc32", 0)
    try check(unsafe avformat_write_header(context, nil), "header")
    unsafe avio_flush(context.pointee.pb)
    try check(0, "header")
  }

  /// Writes one packet into the open cluster, or opens one. Times in milliseconds as they stand in
  /// the file, strictly rising within a track.
  mutating func write(_ source: WebMPacket, at time: Int64, duration: Int64) throws(MediaError) {
    let index = source.track
    guard unsafe av_new_packet(packet, Int32(source.bytes.count)) == 0 else {
      throw MediaError(.codecFailed, "out of memory for a packet of \(source.bytes.count) bytes")
    }
    unsafe source.bytes.withUnsafeBytes { bytes in
      if let start = bytes.baseAddress {
        unsafe packet.pointee.data.update(
          from: start.assumingMemoryBound(to: UInt8.self), count: bytes.count)
      }
    }
    unsafe packet.pointee.stream_index = Int32(index)
    unsafe packet.pointee.pts = time - timeOffsets[index]
    unsafe packet.pointee.dts = time - timeOffsets[index]
    unsafe packet.pointee.duration = duration
    if source.isKeyFrame { unsafe packet.pointee.flags |= AV_PKT_FLAG_KEY }
    if source.discardedSamples > 0 {
      setDiscardedSamples(UInt32(source.discardedSamples))
    }
    let result = unsafe av_write_frame(context, packet)
    unsafe av_packet_unref(packet)
    try check(result, "packet")
    if isAudio[index] { (audioTrack, lastAudioTime) = (index, time) }
  }

  /// Ends the cluster and hands it to the sink.
  mutating func endCluster() throws(MediaError) {
    if let audioTrack {
      // The muxer keeps the newest audio packet for the next cluster; an empty one pushes it out.
      unsafe packet.pointee.stream_index = Int32(audioTrack)
      unsafe packet.pointee.pts = lastAudioTime + 1 - timeOffsets[audioTrack]
      unsafe packet.pointee.dts = lastAudioTime + 1 - timeOffsets[audioTrack]
      let result = unsafe av_write_frame(context, packet)
      unsafe av_packet_unref(packet)
      try check(result, "packet")
      self.audioTrack = nil
    }
    try check(unsafe av_write_frame(context, nil), "cluster")
    unsafe avio_flush(context.pointee.pb)
    try check(0, "cluster")
  }

  /// Writes index, chapters and tags. Without `indexAtFront` the index goes behind the clusters.
  mutating func writeTrailer(indexAtFront: Bool) throws(MediaError) {
    if !indexAtFront { setOption("reserve_index_space", 0) }
    try check(unsafe av_write_trailer(context), "trailer")
    unsafe avio_flush(context.pointee.pb)
    try check(0, "trailer")
  }

  /// Sets the chapters; each reaches to the next one, the last to `end`.
  mutating func setChapters(_ chapters: [WebMChapter], end: MediaTime) {
    guard !chapters.isEmpty,
      let list = unsafe av_malloc_array(
        chapters.count, MemoryLayout<UnsafeMutablePointer<AVChapter>?>.stride)
    else { return }
    let pointers = unsafe list.bindMemory(
      to: UnsafeMutablePointer<AVChapter>?.self, capacity: chapters.count)
    var count = 0
    for (index, chapter) in chapters.enumerated() {
      guard let memory = unsafe av_mallocz(MemoryLayout<AVChapter>.size) else { break }
      let entry = unsafe memory.bindMemory(to: AVChapter.self, capacity: 1)
      let next = index + 1 < chapters.count ? chapters[index + 1].start : end
      unsafe entry.pointee.id = Int64(index + 1)
      unsafe entry.pointee.time_base = AVRational(num: 1, den: 1_000_000_000)
      unsafe entry.pointee.start = max(chapter.start, .zero).nanoseconds
      unsafe entry.pointee.end = max(next, max(chapter.start, .zero)).nanoseconds
      unsafe _ = av_dict_set(&entry.pointee.metadata, "title", chapter.title, 0)
      unsafe pointers[count] = entry
      count += 1
    }
    unsafe context.pointee.chapters = pointers
    unsafe context.pointee.nb_chapters = UInt32(count)
  }

  private func setOption(_ name: String, _ value: Int64) {
    let result = unsafe av_opt_set_int(context.pointee.priv_data, name, value, 0)
    assert(result == 0, "the WebM muxer has no option \(name)")
  }

  private func setDiscardedSamples(_ count: UInt32) {
    // Start skip, end skip (little-endian 32 bits each), and two reasons.
    guard let data = unsafe av_packet_new_side_data(packet, AV_PKT_DATA_SKIP_SAMPLES, 10) else {
      return
    }
    for index in 0..<10 { unsafe data[index] = 0 }
    for index in 0..<4 {
      unsafe data[4 + index] = UInt8(truncatingIfNeeded: count >> (8 * UInt32(index)))
    }
  }

  private func check(_ result: Int32, _ part: String) throws(MediaError) {
    if let error = output.error { throw error }
    if result < 0 {
      throw MediaError(
        .codecFailed, "the WebM muxer refused a \(part)", cause: ffmpegMessage(result))
    }
  }
}

extension WebMMuxer {
  /// Whether this version of libavformat adds the codec delay of Opus to a block's time, as newer
  /// ones do and 5.1 does not: found by writing a packet.
  private static let addsCodecDelay: Bool = {
    let sink = MemorySink()
    do throws(MediaError) {
      var muxer = try WebMMuxer(sink: sink)
      let layout = WebMLayout(tracks: [WebMTrack(.opus(channels: 1, preSkip: 480))])
      try muxer.writeHeader(layout, indexSpace: 0, addsCodecDelay: false)
      try muxer.write(WebMPacket(track: 0, time: .zero, bytes: [0xFC]), at: 20, duration: 20)
      try muxer.writeTrailer(indexAtFront: false)
      var scanner = WebMScanner(MemorySource(sink.bytes))
      while let event = try scanner.next() {
        if case .block(let block) = event { return block.time > MediaTime(milliseconds: 20) }
      }
    } catch {}
    return false
  }()

  private mutating func add(_ track: WebMTrack, addsCodecDelay: Bool) throws(MediaError) {
    guard let stream = unsafe avformat_new_stream(context, nil),
      let parameters = unsafe stream.pointee.codecpar
    else { throw MediaError(.codecFailed, "out of memory for a track") }
    unsafe stream.pointee.time_base = AVRational(num: 1, den: 1000)
    var offset: Int64 = 0
    switch track.kind {
    case .vp8(let width, let height):
      guard (1...16383).contains(width), (1...16383).contains(height) else {
        throw MediaError(.usage, "VP8 has 1 to 16383 pixels a side, not \(width)×\(height)")
      }
      unsafe parameters.pointee.codec_type = AVMEDIA_TYPE_VIDEO
      unsafe parameters.pointee.codec_id = AV_CODEC_ID_VP8
      unsafe parameters.pointee.format = AV_PIX_FMT_YUV420P.rawValue
      unsafe parameters.pointee.width = width
      unsafe parameters.pointee.height = height
      // Without these a browser takes 1080 lines for BT.709.
      unsafe parameters.pointee.color_primaries = AVCOL_PRI_SMPTE170M
      unsafe parameters.pointee.color_trc = AVCOL_TRC_SMPTE170M
      unsafe parameters.pointee.color_space = AVCOL_SPC_SMPTE170M
      unsafe parameters.pointee.color_range = AVCOL_RANGE_MPEG
    case .opus(let channels, let preSkip):
      guard channels == 1 || channels == 2, (0...0xFFFF).contains(preSkip) else {
        throw MediaError(.usage, "an Opus track has 1 or 2 channels, not \(channels)")
      }
      unsafe parameters.pointee.codec_type = AVMEDIA_TYPE_AUDIO
      unsafe parameters.pointee.codec_id = AV_CODEC_ID_OPUS
      unsafe parameters.pointee.sample_rate = 48000
      unsafe parameters.pointee.frame_size = 960
      unsafe parameters.pointee.initial_padding = preSkip
      unsafe av_channel_layout_default(&parameters.pointee.ch_layout, channels)
      let head = opusHead(channels: UInt8(channels), preSkip: UInt16(preSkip))
      guard
        let data = unsafe av_mallocz(head.count + Int(AV_INPUT_BUFFER_PADDING_SIZE))?
          .assumingMemoryBound(to: UInt8.self)
      else { throw MediaError(.codecFailed, "out of memory for a track") }
      for index in head.indices { unsafe data[index] = head[index] }
      unsafe parameters.pointee.extradata = data
      unsafe parameters.pointee.extradata_size = Int32(head.count)
      if addsCodecDelay {
        offset = av_rescale_q(
          Int64(preSkip), AVRational(num: 1, den: 48000), AVRational(num: 1, den: 1000))
      }
    case .webVTT:
      unsafe parameters.pointee.codec_type = AVMEDIA_TYPE_SUBTITLE
      unsafe parameters.pointee.codec_id = AV_CODEC_ID_WEBVTT
    }
    if let name = track.name {
      unsafe _ = av_dict_set(&stream.pointee.metadata, "title", name, 0)
    }
    if let language = track.language {
      unsafe _ = av_dict_set(&stream.pointee.metadata, "language", language, 0)
    }
    timeOffsets.append(offset)
    isAudio.append(unsafe parameters.pointee.codec_type == AVMEDIA_TYPE_AUDIO)
  }
}

/// The Opus identification header, RFC 7845 section 5.1, without gain or channel mapping.
func opusHead(channels: UInt8, preSkip: UInt16) -> [UInt8] {
  var head = Array("OpusHead".utf8)
  head += [1, channels, UInt8(preSkip & 0xFF), UInt8(preSkip >> 8)]
  head += [0x80, 0xBB, 0, 0]  // 48 000 Hz
  head += [0, 0, 0]
  return head
}
