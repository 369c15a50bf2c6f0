internal import CFFmpeg

/// Owns a libavfilter graph with `atempo`: sound at 48 kHz faster or slower at the same pitch.
///
/// Output sample n belongs to input sample n × factor, within 10 ms.
@safe
package struct TimeStretch: ~Copyable {
  /// What narration can stand.
  package static let factors: ClosedRange<Double> = 0.5...2

  package let factor: Double
  private let channels: Int32
  private var graph: UnsafeMutablePointer<AVFilterGraph>
  private let source: UnsafeMutablePointer<AVFilterContext>
  private let sink: UnsafeMutablePointer<AVFilterContext>
  private let frame: UnsafeMutablePointer<AVFrame>
  private var inputCount: Int64 = 0
  /// The same with the silence around it.
  private var fedCount: Int64 = 0
  private var outputCount: Int64 = 0
  /// atempo works in windows of 2048 samples at this rate and starts with the middle of the first
  /// one: half a window of silence goes in before the sound, so that the sound is whole and in place.
  private var isStarted = false
  private static let halfWindow: Int64 = 1024

  /// - Parameter factor: 2 is twice as fast; from 0.5 to 2.
  package init(factor: Double, channels: Int32) throws(MediaError) {
    guard Self.factors.contains(factor), channels == 1 || channels == 2 else {
      throw MediaError(.usage, "sound can be stretched from 0.5× to 2×, not \(factor)×")
    }
    let layout = channels == 1 ? "mono" : "stereo"
    var graph: UnsafeMutablePointer<AVFilterGraph>? = unsafe avfilter_graph_alloc()
    var frame: UnsafeMutablePointer<AVFrame>? = unsafe av_frame_alloc()
    var source: UnsafeMutablePointer<AVFilterContext>?
    var tempo: UnsafeMutablePointer<AVFilterContext>?
    var sink: UnsafeMutablePointer<AVFilterContext>?
    unsafe graph?.pointee.nb_threads = 1
    var result = unsafe avfilter_graph_create_filter(
      &source, avfilter_get_by_name("abuffer"), "in",
      "time_base=1/48000:sample_rate=48000:sample_fmt=flt:channel_layout=\(layout)", nil, graph)
    if result >= 0 {
      result = unsafe avfilter_graph_create_filter(
        &tempo, avfilter_get_by_name("atempo"), "tempo", "tempo=\(factor)", nil, graph)
    }
    if result >= 0 {
      result = unsafe avfilter_graph_create_filter(
        &sink, avfilter_get_by_name("abuffersink"), "out", nil, nil, graph)
    }
    if result >= 0 { result = unsafe avfilter_link(source, 0, tempo, 0) }
    if result >= 0 { result = unsafe avfilter_link(tempo, 0, sink, 0) }
    if result >= 0 { result = unsafe avfilter_graph_config(graph, nil) }
    guard result >= 0, let built = unsafe graph, let source = unsafe source,
      let sink = unsafe sink, let made = unsafe frame
    else {
      unsafe avfilter_graph_free(&graph)
      unsafe av_frame_free(&frame)
      throw MediaError(
        .codecFailed, "FFmpeg's time stretching is not available", cause: ffmpegMessage(result))
    }
    self.factor = factor
    self.channels = channels
    unsafe self.graph = built
    unsafe self.source = source
    unsafe self.sink = sink
    unsafe self.frame = made
  }

  deinit {
    var graph: UnsafeMutablePointer<AVFilterGraph>? = unsafe self.graph
    unsafe avfilter_graph_free(&graph)
    var frame: UnsafeMutablePointer<AVFrame>? = unsafe self.frame
    unsafe av_frame_free(&frame)
  }

  /// Appends what becomes of interleaved samples; some stays inside.
  package mutating func process(
    _ samples: Span<Float>, into output: inout [Float]
  ) throws(MediaError) {
    let count = samples.count / Int(channels)
    guard count > 0 else { return }
    if !isStarted {
      isStarted = true
      try feedSilence(Int(Self.halfWindow))
    }
    try feed(samples, count)
    inputCount += Int64(count)
    try drain(into: &output, limit: .max)
  }

  private mutating func feedSilence(_ count: Int) throws(MediaError) {
    try feed([Float](repeating: 0, count: count * Int(channels)).span, count)
  }

  private mutating func feed(_ samples: Span<Float>, _ count: Int) throws(MediaError) {
    unsafe frame.pointee.format = AV_SAMPLE_FMT_FLT.rawValue
    unsafe frame.pointee.sample_rate = 48000
    unsafe frame.pointee.nb_samples = Int32(count)
    unsafe frame.pointee.pts = fedCount
    unsafe av_channel_layout_default(&frame.pointee.ch_layout, channels)
    guard unsafe av_frame_get_buffer(frame, 0) >= 0, let data = unsafe frame.pointee.data.0 else {
      throw MediaError(.codecFailed, "out of memory for sound")
    }
    unsafe samples.withUnsafeBytes { bytes in
      if let start = bytes.baseAddress {
        unsafe data.update(from: start.assumingMemoryBound(to: UInt8.self), count: bytes.count)
      }
    }
    let result = unsafe av_buffersrc_add_frame(source, frame)
    unsafe av_frame_unref(frame)
    guard result >= 0 else { throw Self.failure(result) }
    fedCount += Int64(count)
  }

  /// Appends the rest: in all `input / factor` samples.
  package mutating func finish(into output: inout [Float]) throws(MediaError) {
    // Silence that pushes the last half window out.
    try feedSilence(Int(4 * Self.halfWindow))
    let result = unsafe av_buffersrc_add_frame(source, nil)
    guard result >= 0 else { throw Self.failure(result) }
    let total = Int64((Double(inputCount) / factor).rounded())
    try drain(into: &output, limit: total)
    if outputCount < total {
      let missing = Int(total - outputCount) * Int(channels)
      output.append(contentsOf: repeatElement(0, count: missing))
      outputCount = total
    }
  }

  private mutating func drain(
    into output: inout [Float], limit: Int64
  ) throws(MediaError) {
    while true {
      let result = unsafe av_buffersink_get_frame(sink, frame)
      if result == CFFmpeg_again || result == CFFmpeg_endOfFile { return }
      guard result >= 0 else { throw Self.failure(result) }
      let count = unsafe min(Int64(frame.pointee.nb_samples), limit - outputCount)
      if count > 0, let data = unsafe frame.pointee.data.0 {
        let values = unsafe UnsafeRawPointer(data).assumingMemoryBound(to: Float.self)
        unsafe output.append(
          contentsOf: UnsafeBufferPointer(start: values, count: Int(count) * Int(channels)))
        outputCount += count
      }
      unsafe av_frame_unref(frame)
    }
  }

  private static func failure(_ code: Int32) -> MediaError {
    MediaError(.codecFailed, "FFmpeg's time stretching failed", cause: ffmpegMessage(code))
  }
}
