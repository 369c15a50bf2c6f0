internal import CVPX

/// Owns an encoder of libvpx: VP8, one thread, no picture held back.
@safe
struct VPXEncoderContext: ~Copyable {
  private let codec: UnsafeMutablePointer<vpx_codec_ctx_t>
  private var configuration: vpx_codec_enc_cfg_t
  private var settings: VPXConfiguration

  init(
    width: Int32, height: Int32, _ settings: VPXConfiguration
  ) throws(VideoEncoderError) {
    let sides = 1...I420Picture.largestSide
    guard sides.contains(width), sides.contains(height) else {
      throw .size(width: width, height: height)
    }
    var configuration = unsafe vpx_codec_enc_cfg_t()
    guard unsafe vpx_codec_enc_config_default(vpx_codec_vp8_cx(), &configuration, 0) == VPX_CODEC_OK
    else { throw .library("libvpx has no VP8 encoder") }
    unsafe configuration.g_w = UInt32(width)
    unsafe configuration.g_h = UInt32(height)
    unsafe configuration.g_threads = 1
    unsafe configuration.g_timebase = vpx_rational_t(num: 1, den: 1_000_000)
    unsafe configuration.g_pass = VPX_RC_ONE_PASS
    unsafe configuration.g_lag_in_frames = 0
    unsafe configuration.rc_resize_allowed = 0
    unsafe configuration.rc_end_usage = VPX_CBR
    // Key frames come only when they are asked for.
    unsafe configuration.kf_mode = VPX_KF_DISABLED
    unsafe configuration.kf_min_dist = 0
    unsafe configuration.kf_max_dist = UInt32(Int32.max)
    unsafe Self.apply(settings, to: &configuration)
    let codec = UnsafeMutablePointer<vpx_codec_ctx_t>.allocate(capacity: 1)
    unsafe codec.initialize(to: vpx_codec_ctx_t())
    guard unsafe CVPX_encoderInit(codec, &configuration) == VPX_CODEC_OK else {
      let reason = unsafe Self.message(of: codec)
      unsafe codec.deallocate()
      throw reason.contains("emory") ? .outOfMemory : .library(reason)
    }
    for (control, value) in Self.controls(of: settings) {
      guard unsafe CVPX_controlInt(codec, Int32(control.rawValue), value) == VPX_CODEC_OK else {
        let reason = unsafe Self.message(of: codec)
        _ = unsafe vpx_codec_destroy(codec)
        unsafe codec.deallocate()
        throw .library(reason)
      }
    }
    unsafe self.codec = codec
    unsafe self.configuration = configuration
    self.settings = settings
  }

  deinit {
    _ = unsafe vpx_codec_destroy(codec)
    unsafe codec.deallocate()
  }

  private static func apply(
    _ settings: VPXConfiguration, to configuration: inout vpx_codec_enc_cfg_t
  ) {
    unsafe configuration.g_profile = settings.profile
    unsafe configuration.g_error_resilient = settings.isErrorResilient ? 1 : 0
    unsafe configuration.rc_dropframe_thresh = settings.dropThreshold
    unsafe configuration.rc_target_bitrate = settings.kilobits
    unsafe configuration.rc_min_quantizer = UInt32(settings.quantisers.lowerBound)
    unsafe configuration.rc_max_quantizer = UInt32(settings.quantisers.upperBound)
    guard let buffer = settings.buffer else { return }
    unsafe configuration.rc_buf_sz = buffer.size
    unsafe configuration.rc_buf_initial_sz = buffer.first
    unsafe configuration.rc_buf_optimal_sz = buffer.optimal
  }

  private static func controls(of settings: VPXConfiguration) -> [(vp8e_enc_control_id, Int32)] {
    [
      (VP8E_SET_CPUUSED, settings.speed), (VP8E_SET_STATIC_THRESHOLD, 1),
      (VP8E_SET_SCREEN_CONTENT_MODE, settings.isScreen ? 1 : 0), (VP8E_SET_ENABLEAUTOALTREF, 0),
      (VP8E_SET_NOISE_SENSITIVITY, 0), (VP8E_SET_TOKEN_PARTITIONS, 0),
      (VP8E_SET_MAX_INTRA_BITRATE_PCT, settings.largestKeyFrame),
    ]
  }

  /// "v1.12.0"
  static var version: String { unsafe String(cString: vpx_codec_version_str()) }

  /// Rate and quantisers from the next picture on.
  mutating func reconfigure(
    bitrate: Int, quantisers: ClosedRange<Int>
  ) throws(VideoEncoderError) {
    guard bitrate != settings.bitrate || quantisers != settings.quantisers else { return }
    (settings.bitrate, settings.quantisers) = (bitrate, quantisers)
    unsafe Self.apply(settings, to: &configuration)
    guard unsafe vpx_codec_enc_config_set(codec, &configuration) == VPX_CODEC_OK else {
      throw .library(unsafe Self.message(of: codec))
    }
  }

  /// Which macroblocks may change, 1 or 0 each, in raster order.
  mutating func setActiveMap(
    _ map: inout [UInt8], columns: Int, rows: Int
  ) throws(VideoEncoderError) {
    precondition(map.count == columns * rows, "a value for each macroblock")
    let status = unsafe map.withUnsafeMutableBufferPointer { bytes in
      var map = unsafe vpx_active_map_t(
        active_map: bytes.baseAddress, rows: UInt32(rows), cols: UInt32(columns))
      return unsafe CVPX_controlPointer(codec, Int32(VP8E_SET_ACTIVEMAP.rawValue), &map)
    }
    guard status == VPX_CODEC_OK else { throw .library(unsafe Self.message(of: codec)) }
  }

  /// Codes a picture of the encoder's size; nil when libvpx dropped it.
  ///
  /// - Parameter microseconds: how long it is shown, which the rate control counts.
  mutating func encode(
    _ picture: borrowing I420Picture, at time: MediaTime, microseconds: UInt, asKeyFrame: Bool
  ) throws(VideoEncoderError) -> EncodedFrame? {
    let (width, height) = (picture.width, picture.height)
    let status = unsafe picture.withUnsafePlanes { planes in
      var image = unsafe vpx_image_t()
      _ = unsafe vpx_img_wrap(
        &image, VPX_IMG_FMT_I420, UInt32(width), UInt32(height), 1, planes.luma)
      unsafe image.planes.0 = unsafe planes.luma
      unsafe image.planes.1 = unsafe planes.blue
      unsafe image.planes.2 = unsafe planes.red
      unsafe image.stride.0 = unsafe Int32(planes.lumaStride)
      unsafe image.stride.1 = unsafe Int32(planes.chromaStride)
      unsafe image.stride.2 = unsafe Int32(planes.chromaStride)
      return unsafe vpx_codec_encode(
        codec, &image, time.nanoseconds / 1_000, microseconds,
        asKeyFrame ? CVPX_forceKeyFrame : 0, CVPX_realtime)
    }
    guard status == VPX_CODEC_OK else { throw .library(unsafe Self.message(of: codec)) }
    return takeFrame(time: time)
  }

  private func takeFrame(time: MediaTime) -> EncodedFrame? {
    var iterator: vpx_codec_iter_t? = nil
    var result: EncodedFrame?
    while let packet = unsafe vpx_codec_get_cx_data(codec, &iterator) {
      guard unsafe packet.pointee.kind == VPX_CODEC_CX_FRAME_PKT else { continue }
      let frame = unsafe packet.pointee.data.frame
      let bytes = unsafe UnsafeRawBufferPointer(start: frame.buf, count: frame.sz)
      result = EncodedFrame(
        bytes: unsafe Array(bytes), time: time,
        isKeyFrame: unsafe frame.flags & CVPX_isKeyFrame != 0,
        isShown: unsafe frame.flags & CVPX_isInvisible == 0)
    }
    return result
  }

  private static func message(of codec: UnsafeMutablePointer<vpx_codec_ctx_t>) -> String {
    let summary = unsafe String(cString: vpx_codec_error(codec))
    guard let detail = unsafe vpx_codec_error_detail(codec) else { return summary }
    return unsafe summary + ": " + String(cString: detail)
  }
}
