internal import CVPX

/// Decodes VP8 by libvpx, without post-processing.
@safe
package struct VPXDecoder: ~Copyable {
  private let codec: UnsafeMutablePointer<vpx_codec_ctx_t>

  package init() throws(VideoDecoderError) {
    let codec = UnsafeMutablePointer<vpx_codec_ctx_t>.allocate(capacity: 1)
    unsafe codec.initialize(to: vpx_codec_ctx_t())
    guard unsafe CVPX_decoderInit(codec) == VPX_CODEC_OK else {
      unsafe codec.deallocate()
      throw .library("libvpx has no VP8 decoder")
    }
    unsafe self.codec = codec
  }

  deinit {
    _ = unsafe vpx_codec_destroy(codec)
    unsafe codec.deallocate()
  }

  /// Decodes one frame. Nil when it shows nothing.
  package mutating func decode(_ bytes: [UInt8]) throws(VideoDecoderError) -> I420Picture? {
    guard !bytes.isEmpty else { throw .damaged("an empty frame") }
    guard bytes.count <= Int(UInt32.max) else { throw .damaged("a frame of over 4 GB") }
    let status = unsafe bytes.withUnsafeBufferPointer { buffer in
      unsafe vpx_codec_decode(codec, buffer.baseAddress, UInt32(buffer.count), nil, 0)
    }
    guard status == VPX_CODEC_OK else {
      throw .damaged(unsafe String(cString: vpx_codec_error(codec)))
    }
    var iterator: vpx_codec_iter_t? = nil
    guard let image = unsafe vpx_codec_get_frame(codec, &iterator) else { return nil }
    let (width, height) = unsafe (Int32(image.pointee.d_w), Int32(image.pointee.d_h))
    guard width > 0, height > 0 else { return nil }
    let picture = I420Picture(width: width, height: height)
    unsafe picture.withUnsafePlanes { planes in
      unsafe Self.copy(
        image.pointee.planes.0, image.pointee.stride.0, to: planes.luma, planes.lumaStride,
        width: Int(width), height: Int(height))
      let (columns, rows) = (picture.chromaWidth, picture.chromaHeight)
      unsafe Self.copy(
        image.pointee.planes.1, image.pointee.stride.1, to: planes.blue, planes.chromaStride,
        width: columns, height: rows)
      unsafe Self.copy(
        image.pointee.planes.2, image.pointee.stride.2, to: planes.red, planes.chromaStride,
        width: columns, height: rows)
    }
    return picture
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

package enum VideoDecoderError: Error, Equatable, Sendable {
  /// These bytes are no frame of the codec, or not all of one; what the decoder said.
  case damaged(String)
  case library(String)
}
