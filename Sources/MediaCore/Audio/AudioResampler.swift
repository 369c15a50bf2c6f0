internal import CFFmpeg

/// Owns a libswresample context: interleaved floating-point samples of any rate to 48 kHz, and
/// one, two or more channels to one or two.
///
/// To mono, stereo is the mean of both; to stereo, mono is on both sides. More channels are mixed
/// down with FFmpeg's default weights (centre and surround at −3 dB, no low-frequency channel),
/// scaled so that nothing clips.
@safe
struct AudioResampler: ~Copyable {
  static let rate: Int32 = 48000

  let inputRate: Int32
  let inputChannels: Int32
  let outputChannels: Int32
  private let context: OpaquePointer

  init(inputRate: Int32, inputChannels: Int32, outputChannels: Int32) throws(MediaError) {
    guard (1000...768_000).contains(inputRate), (1...64).contains(inputChannels) else {
      throw MediaError(
        .formatUnsupported, "sound with \(inputChannels) channels at \(inputRate) Hz is not read")
    }
    var input = unsafe AVChannelLayout()
    var output = unsafe AVChannelLayout()
    unsafe av_channel_layout_default(&input, inputChannels)
    unsafe av_channel_layout_default(&output, outputChannels)
    var created: OpaquePointer?
    unsafe swr_alloc_set_opts2(
      &created, &output, AV_SAMPLE_FMT_FLT, Self.rate, &input, AV_SAMPLE_FMT_FLT, inputRate, 0, nil)
    if let created = unsafe created {
      // Weights that add up to 1 at most: a mix never clips. FFmpeg does this for integers only.
      unsafe _ = av_opt_set_double(UnsafeMutableRawPointer(created), "rematrix_maxval", 1, 0)
    }
    guard let context = unsafe created, unsafe swr_init(context) >= 0 else {
      unsafe swr_free(&created)
      throw MediaError(
        .formatUnsupported, "sound with \(inputChannels) channels at \(inputRate) Hz is not read")
    }
    self.inputRate = inputRate
    self.inputChannels = inputChannels
    self.outputChannels = outputChannels
    unsafe self.context = context
  }

  deinit {
    var context: OpaquePointer? = unsafe self.context
    unsafe swr_free(&context)
  }

  /// Appends what becomes of `samples` to `output`; some stays inside for the filter.
  mutating func convert(_ samples: Span<Float>, into output: inout [Float]) throws(MediaError) {
    let frames = Int32(samples.count / Int(inputChannels))
    guard frames > 0 else { return }
    try unsafe samples.withUnsafeBufferPointer { buffer throws(MediaError) in
      try unsafe convert(buffer.baseAddress, frames: frames, into: &output)
    }
  }

  /// Appends the rest.
  mutating func finish(into output: inout [Float]) throws(MediaError) {
    try unsafe convert(nil, frames: 0, into: &output)
  }

  private mutating func convert(
    _ input: UnsafePointer<Float>?, frames: Int32, into output: inout [Float]
  ) throws(MediaError) {
    let room = unsafe swr_get_out_samples(context, frames)
    guard room >= 0 else { throw MediaError(.codecFailed, "libswresample refused samples") }
    guard room > 0 else { return }
    let old = output.count
    let channels = Int(outputChannels)
    output.append(contentsOf: repeatElement(0, count: Int(room) * channels))
    let count = unsafe output.withUnsafeMutableBytes { bytes in
      var target =
        unsafe (bytes.baseAddress! + old * MemoryLayout<Float>.stride)
        .assumingMemoryBound(to: UInt8.self) as UnsafeMutablePointer<UInt8>?
      var source = unsafe UnsafeRawPointer(input)?.assumingMemoryBound(to: UInt8.self)
      return unsafe source == nil
        ? swr_convert(context, &target, room, nil, 0)
        : swr_convert(context, &target, room, &source, frames)
    }
    guard count >= 0 else {
      output.removeLast(output.count - old)
      throw MediaError(
        .codecFailed, "libswresample refused samples", cause: ffmpegMessage(count))
    }
    output.removeLast(output.count - old - Int(count) * channels)
  }
}
