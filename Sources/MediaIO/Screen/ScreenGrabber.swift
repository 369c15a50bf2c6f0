internal import CAVDevice
internal import CFFmpeg
internal import Glibc
package import MediaCore

/// Takes pictures of an X11 screen, or of a part of it, by FFmpeg's x11grab: the pointer is in them.
///
/// It gives out those that differ from the one before; a still screen costs a look at it.
@safe
package struct ScreenGrabber: FrameMaker, ~Copyable {
  package struct Options: Equatable, Sendable {
    /// As X11 calls it, such as `:0`; empty for the one that `$DISPLAY` names.
    package var display: String
    /// In pixels of the screen; nil for all of it.
    package var region: PixelRectangle?
    /// As often as a picture is taken.
    package var rate: FrameRate

    package init(display: String, region: PixelRectangle? = nil, rate: FrameRate = .fps30) {
      self.display = display
      self.region = region
      self.rate = rate
    }
  }

  package let shape: FrameShape
  private let name: String
  private let context: UnsafeMutablePointer<AVFormatContext>
  private let packet: UnsafeMutablePointer<AVPacket>
  /// As it was last given out.
  private var last: [UInt8] = []

  package init(_ options: Options) throws(MediaError) {
    let name = options.display.isEmpty ? "the screen of $DISPLAY" : "screen \(options.display)"
    av_log_set_level(AV_LOG_QUIET)
    avdevice_register_all()
    guard let format = unsafe av_find_input_format("x11grab") else {
      throw MediaError(.formatUnsupported, "FFmpeg here cannot take pictures of a screen (x11grab)")
    }
    var settings = unsafe Self.settings(options)
    defer { unsafe av_dict_free(&settings) }
    var opened: UnsafeMutablePointer<AVFormatContext>?
    let result = unsafe avformat_open_input(&opened, options.display, format, &settings)
    guard result >= 0, let context = unsafe opened else {
      throw Self.error(result, name, options)
    }
    guard let stream = unsafe context.pointee.streams[0],
      let parameters = unsafe stream.pointee.codecpar,
      unsafe parameters.pointee.format == AV_PIX_FMT_BGR0.rawValue,
      let packet = unsafe av_packet_alloc()
    else {
      unsafe avformat_close_input(&opened)
      throw MediaError(.formatUnsupported, "\(name) has no 24-bit colours, which are needed")
    }
    shape = unsafe FrameShape(
      width: parameters.pointee.width, height: parameters.pointee.height, pixels: .bgra,
      rate: options.rate)
    self.name = name
    unsafe self.context = context
    unsafe self.packet = packet
  }

  deinit {
    var context: UnsafeMutablePointer<AVFormatContext>? = unsafe self.context
    unsafe avformat_close_input(&context)
    var packet: UnsafeMutablePointer<AVPacket>? = unsafe self.packet
    unsafe av_packet_free(&packet)
  }

  /// Waits until it is time for the next one.
  package mutating func next(into bytes: inout [UInt8]) throws(MediaError) -> MadeFrame {
    unsafe av_packet_unref(packet)
    let size = shape.frameSize
    guard unsafe av_read_frame(context, packet) >= 0, let data = unsafe packet.pointee.data,
      unsafe Int(packet.pointee.size) >= size
    else { throw MediaError(.inputUnreadable, "\(name) is gone, or has another size now") }
    let isSame = unsafe last.withUnsafeBytes { kept in
      guard let base = kept.baseAddress, kept.count == size else { return false }
      return unsafe memcmp(base, data, size) == 0
    }
    if isSame { return .nothing }
    let pixels = unsafe UnsafeBufferPointer(start: data, count: size)
    unsafe Self.copy(pixels, to: &last)
    unsafe Self.copy(pixels, to: &bytes)
    return .frame(at: nil)
  }

  private static func copy(_ source: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8]) {
    guard bytes.count == source.count else {
      bytes = unsafe Array(source)
      return
    }
    unsafe bytes.withUnsafeMutableBufferPointer { _ = unsafe $0.update(fromContentsOf: source) }
  }

  private static func settings(_ options: Options) -> OpaquePointer? {
    var settings: OpaquePointer?
    unsafe _ = av_dict_set(
      &settings, "framerate", "\(options.rate.frames)/\(options.rate.seconds)", 0)
    guard let region = options.region else { return unsafe settings }
    unsafe _ = av_dict_set(&settings, "video_size", "\(region.width)x\(region.height)", 0)
    unsafe _ = av_dict_set(&settings, "grab_x", "\(region.x)", 0)
    unsafe _ = av_dict_set(&settings, "grab_y", "\(region.y)", 0)
    return unsafe settings
  }

  private static func error(_ result: Int32, _ name: String, _ options: Options) -> MediaError {
    if result == CFFmpeg_ioError {
      let reason =
        options.display.isEmpty
        ? "name one, such as --screen :0" : "is an X server there, and may you see it?"
      return MediaError(.inputUnreadable, "\(name) cannot be opened: \(reason)")
    }
    if let region = options.region {
      return MediaError(
        .usage,
        "\(region.width)x\(region.height)+\(region.x)+\(region.y) does not lie on \(name)")
    }
    return MediaError(.inputUnreadable, "no picture can be taken of \(name)")
  }
}
