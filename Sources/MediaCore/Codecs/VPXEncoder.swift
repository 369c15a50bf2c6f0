internal import CVPX
package import Strokes

/// VP8 by libvpx: real time, one thread, screen content, only the damaged macroblocks active.
///
/// Speed: a 1920×1080 frame in which the pen moves costs about as much as one in which nothing moves,
/// since libvpx walks through all macroblocks. With an active map it never returns to a macroblock
/// that was coded coarsely: whoever calls asks for that, see `EncodeRequest.refinement`.
@safe
package struct VPXEncoder: VideoEncoder, ~Copyable {
  private let codec: UnsafeMutablePointer<vpx_codec_ctx_t>
  private var configuration: vpx_codec_enc_cfg_t
  private let settings: VPXSettings
  private var activeMap: [UInt8]
  private var hasKeyFrame = false
  private let width: Int32
  private let height: Int32

  package init(
    width: Int32, height: Int32, settings: VPXSettings = VPXSettings()
  ) throws(VideoEncoderError) {
    let sides = 1...I420Picture.largestSide
    guard sides.contains(width), sides.contains(height) else {
      throw .size(width: width, height: height)
    }
    var configuration = unsafe vpx_codec_enc_cfg_t()
    guard unsafe vpx_codec_enc_config_default(vpx_codec_vp8_cx(), &configuration, 0) == VPX_CODEC_OK
    else { throw .library("libvpx has no VP8 encoder") }
    unsafe Self.configure(&configuration, width: width, height: height, settings: settings)
    let codec = UnsafeMutablePointer<vpx_codec_ctx_t>.allocate(capacity: 1)
    unsafe codec.initialize(to: vpx_codec_ctx_t())
    guard unsafe CVPX_encoderInit(codec, &configuration) == VPX_CODEC_OK else {
      let reason = unsafe Self.message(of: codec)
      unsafe codec.deallocate()
      throw reason.contains("emory") ? .outOfMemory : .library(reason)
    }
    let controls: [(UInt32, Int32)] = [
      (VP8E_SET_CPUUSED.rawValue, settings.speed), (VP8E_SET_STATIC_THRESHOLD.rawValue, 1),
      (VP8E_SET_SCREEN_CONTENT_MODE.rawValue, 1), (VP8E_SET_ENABLEAUTOALTREF.rawValue, 0),
      (VP8E_SET_NOISE_SENSITIVITY.rawValue, 0), (VP8E_SET_TOKEN_PARTITIONS.rawValue, 0),
    ]
    for (control, value) in controls {
      guard unsafe CVPX_controlInt(codec, Int32(control), value) == VPX_CODEC_OK else {
        let reason = unsafe Self.message(of: codec)
        _ = unsafe vpx_codec_destroy(codec)
        unsafe codec.deallocate()
        throw .library(reason)
      }
    }
    unsafe self.codec = codec
    unsafe self.configuration = configuration
    self.settings = settings
    self.width = width
    self.height = height
    let blocks = (Int(width) + 15) / 16 * ((Int(height) + 15) / 16)
    activeMap = Array(repeating: 0, count: blocks)
  }

  deinit {
    _ = unsafe vpx_codec_destroy(codec)
    unsafe codec.deallocate()
  }

  package var isBehind: Bool { false }

  package var capabilities: VideoEncoderCapabilities {
    let version = unsafe String(cString: vpx_codec_version_str())
    return VideoEncoderCapabilities(
      name: "libvpx VP8 \(version)", canBootstrap: false, canRecode: false, honoursBudget: false,
      usesHints: false, refinements: settings.refinements.count)
  }

  package mutating func encode(
    _ picture: borrowing I420Picture, _ request: EncodeRequest
  ) throws(VideoEncoderError) -> EncodedFrame? {
    guard picture.width == width, picture.height == height,
      Int(request.blocks.columns) * Int(request.blocks.rows) == activeMap.count
    else { throw .size(width: picture.width, height: picture.height) }
    let isKeyFrame = request.wantsKeyFrame || !hasKeyFrame
    try setQuantiser(for: request, isKeyFrame: isKeyFrame)
    if settings.usesActiveMap { try setActiveMap(request.blocks) }
    let status = unsafe picture.withUnsafePlanes { planes in
      unsafe Self.encode(
        planes, width: width, height: height, with: codec,
        time: request.time.nanoseconds / 1_000,
        flags: isKeyFrame ? CVPX_forceKeyFrame : 0)
    }
    guard status == VPX_CODEC_OK else { throw .library(unsafe Self.message(of: codec)) }
    guard let frame = unsafe Self.takeFrame(from: codec, time: request.time) else { return nil }
    hasKeyFrame = true
    return frame
  }

  package mutating func bootstrap(
    _ picture: borrowing I420Picture, at time: MediaTime
  ) throws(VideoEncoderError) -> [EncodedFrame]? { nil }

  package mutating func recode(
    _ blocks: BlockMap, of picture: borrowing I420Picture, at time: MediaTime
  ) throws(VideoEncoderError) -> EncodedFrame? { nil }

  /// A pass has one quantiser for the whole frame; blocks outside the active map are not touched by it.
  private mutating func setQuantiser(
    for request: EncodeRequest, isKeyFrame: Bool
  ) throws(VideoEncoderError) {
    let range: ClosedRange<Int>
    if isKeyFrame || request.pass == .final, let last = settings.refinements.last {
      let step = request.refinement
      let refined = !isKeyFrame && settings.refinements.indices.contains(step - 1)
      let quantiser = refined ? settings.refinements[step - 1] : last
      range = quantiser...quantiser
    } else {
      range = settings.quantisers
    }
    let (low, high) = (UInt32(range.lowerBound), UInt32(range.upperBound))
    guard unsafe configuration.rc_min_quantizer != low || configuration.rc_max_quantizer != high
    else { return }
    unsafe configuration.rc_min_quantizer = low
    unsafe configuration.rc_max_quantizer = high
    guard unsafe vpx_codec_enc_config_set(codec, &configuration) == VPX_CODEC_OK else {
      throw .library(unsafe Self.message(of: codec))
    }
  }

  private mutating func setActiveMap(_ blocks: BlockMap) throws(VideoEncoderError) {
    for index in activeMap.indices { activeMap[index] = 0 }
    for run in blocks.runs {
      let start = run.row * Int(blocks.columns) + run.column
      for index in start..<(start + run.count) { activeMap[index] = 1 }
    }
    let status = unsafe activeMap.withUnsafeMutableBufferPointer { bytes in
      var map = unsafe vpx_active_map_t(
        active_map: bytes.baseAddress, rows: UInt32(blocks.rows), cols: UInt32(blocks.columns))
      return unsafe CVPX_controlPointer(codec, Int32(VP8E_SET_ACTIVEMAP.rawValue), &map)
    }
    guard status == VPX_CODEC_OK else { throw .library(unsafe Self.message(of: codec)) }
  }
}

extension VPXSettings {
  /// Lowest and highest quantiser of frames in motion.
  fileprivate var quantisers: ClosedRange<Int> {
    switch rate {
    case .quantiser(let value): min(max(value, 0), 63)...min(max(value, 0), 63)
    case .bitrate: 2...56
    }
  }
}

extension VPXEncoder {
  private static func configure(
    _ configuration: inout vpx_codec_enc_cfg_t, width: Int32, height: Int32, settings: VPXSettings
  ) {
    unsafe configuration.g_w = UInt32(width)
    unsafe configuration.g_h = UInt32(height)
    unsafe configuration.g_profile = settings.profile
    unsafe configuration.g_threads = 1
    unsafe configuration.g_timebase = vpx_rational_t(num: 1, den: 1_000_000)
    unsafe configuration.g_error_resilient = 0
    unsafe configuration.g_pass = VPX_RC_ONE_PASS
    unsafe configuration.g_lag_in_frames = 0
    unsafe configuration.rc_dropframe_thresh = 0
    unsafe configuration.rc_resize_allowed = 0
    unsafe configuration.rc_end_usage = VPX_CBR
    unsafe configuration.rc_target_bitrate = 2_000
    if case .bitrate(let bits) = settings.rate {
      unsafe configuration.rc_target_bitrate = UInt32(min(max(bits / 1_000, 1), 1_000_000))
    }
    unsafe configuration.rc_min_quantizer = UInt32(settings.quantisers.lowerBound)
    unsafe configuration.rc_max_quantizer = UInt32(settings.quantisers.upperBound)
    // Key frames come only when they are asked for.
    unsafe configuration.kf_mode = VPX_KF_DISABLED
    unsafe configuration.kf_min_dist = 0
    unsafe configuration.kf_max_dist = UInt32(Int32.max)
  }

  private static func encode(
    _ planes: I420Planes, width: Int32, height: Int32,
    with codec: UnsafeMutablePointer<vpx_codec_ctx_t>,
    time: Int64, flags: Int
  ) -> vpx_codec_err_t {
    var image = unsafe vpx_image_t()
    _ = unsafe vpx_img_wrap(
      &image, VPX_IMG_FMT_I420, UInt32(width), UInt32(height), 1, planes.luma)
    unsafe image.planes.0 = unsafe planes.luma
    unsafe image.planes.1 = unsafe planes.blue
    unsafe image.planes.2 = unsafe planes.red
    unsafe image.stride.0 = unsafe Int32(planes.lumaStride)
    unsafe image.stride.1 = unsafe Int32(planes.chromaStride)
    unsafe image.stride.2 = unsafe Int32(planes.chromaStride)
    return unsafe vpx_codec_encode(codec, &image, time, 1, flags, CVPX_realtime)
  }

  /// The one packet of a frame; nil when libvpx dropped it.
  private static func takeFrame(
    from codec: UnsafeMutablePointer<vpx_codec_ctx_t>, time: MediaTime
  ) -> EncodedFrame? {
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
