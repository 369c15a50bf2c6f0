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
    guard let image = unsafe try decodeImage(bytes) else { return nil }
    let size = unsafe Self.size(of: image)
    let picture = I420Picture(width: size.width, height: size.height)
    unsafe Self.copy(image, to: picture)
    return picture
  }

  /// Decodes one frame into a picture that one call after the other uses; it is replaced when the
  /// frame has another size. False when the frame shows nothing.
  ///
  /// Megabytes that are taken and given back with every frame tear holes into the heap, which small
  /// things that stay then fill: half a gigabyte for a thousand frames of 1080p.
  package mutating func decode(
    _ bytes: [UInt8], into picture: inout I420Picture
  ) throws(VideoDecoderError) -> Bool {
    guard let image = unsafe try decodeImage(bytes) else { return false }
    let size = unsafe Self.size(of: image)
    if picture.width != size.width || picture.height != size.height {
      picture = I420Picture(width: size.width, height: size.height)
    }
    unsafe Self.copy(image, to: picture)
    return true
  }

  /// The frame, which libvpx owns until the next call; nil when there is none to show.
  private mutating func decodeImage(
    _ bytes: [UInt8]
  ) throws(VideoDecoderError) -> UnsafeMutablePointer<vpx_image_t>? {
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
    let size = unsafe Self.size(of: image)
    return unsafe size.width > 0 && size.height > 0 ? image : nil
  }

  private static func size(
    of image: UnsafeMutablePointer<vpx_image_t>
  ) -> (width: Int32, height: Int32) {
    unsafe (Int32(image.pointee.d_w), Int32(image.pointee.d_h))
  }

  private static func copy(
    _ image: UnsafeMutablePointer<vpx_image_t>, to picture: borrowing I420Picture
  ) {
    let (width, height) = (Int(picture.width), Int(picture.height))
    let (columns, rows) = (picture.chromaWidth, picture.chromaHeight)
    unsafe picture.withUnsafePlanes { planes in
      unsafe copy(
        image.pointee.planes.0, image.pointee.stride.0, to: planes.luma, planes.lumaStride,
        width: width, height: height)
      unsafe copy(
        image.pointee.planes.1, image.pointee.stride.1, to: planes.blue, planes.chromaStride,
        width: columns, height: rows)
      unsafe copy(
        image.pointee.planes.2, image.pointee.stride.2, to: planes.red, planes.chromaStride,
        width: columns, height: rows)
    }
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
