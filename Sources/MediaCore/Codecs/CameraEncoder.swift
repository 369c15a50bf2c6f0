/// VP8 of a camera by libvpx: in real time, at a rate that may be changed at any moment.
///
/// One thread and a fixed speed, so that equal calls give equal bytes. A picture that the rate has no
/// room for is dropped; a key frame never is.
package struct CameraEncoder: ~Copyable {
  package let width: Int32
  package let height: Int32
  /// Bits a second that are aimed at.
  package private(set) var bitrate: Int
  private var context: VPXEncoderContext
  private let microseconds: UInt
  private var wantsKeyFrame = true

  private static let bitrates = 1_000...1_000_000_000
  /// What comes late by a second of the rate is what a call can stand. At speed −8 a picture of 320×180
  /// takes about a millisecond.
  private static let buffer = VPXConfiguration.Buffer(size: 1_000, first: 500, optimal: 600)
  private static let configuration = VPXConfiguration(
    speed: -8, isScreen: false, isErrorResilient: true, quantisers: 2...60, bitrate: 0,
    dropThreshold: 30, buffer: buffer)

  /// Half of what the buffer holds.
  private static func largestKeyFrame(frameRate: Int) -> Int32 {
    Int32(min(max(Int(buffer.optimal) / 2 * frameRate / 10, 300), 3_000))
  }

  /// - Parameters:
  ///   - bitrate: in bits a second, held within 1 000…10⁹.
  ///   - frameRate: pictures a second that are expected, 1…1 000; their times count.
  package init(
    width: Int32, height: Int32, bitrate: Int, frameRate: Int = 15
  ) throws(VideoEncoderError) {
    precondition((1...1_000).contains(frameRate), "pictures a second")
    let bitrate = Self.held(bitrate)
    var configuration = Self.configuration
    configuration.bitrate = bitrate
    configuration.largestKeyFrame = Self.largestKeyFrame(frameRate: frameRate)
    context = try VPXEncoderContext(width: width, height: height, configuration)
    (self.width, self.height) = (width, height)
    self.bitrate = bitrate
    microseconds = UInt(1_000_000 / frameRate)
  }

  /// From the next picture on.
  ///
  /// - Parameter bitrate: in bits a second, held within 1 000…10⁹.
  package mutating func setBitrate(_ bitrate: Int) throws(VideoEncoderError) {
    let bitrate = Self.held(bitrate)
    guard bitrate != self.bitrate else { return }
    self.bitrate = bitrate
    try context.reconfigure(bitrate: bitrate, quantisers: Self.configuration.quantisers)
  }

  /// Codes the next picture; nil when it was dropped.
  ///
  /// - Parameters:
  ///   - picture: of the encoder's size.
  ///   - time: when it was captured. Rises from call to call.
  ///   - wantsKeyFrame: whether the frame is to be decodable on its own. The first one is.
  package mutating func encode(
    _ picture: borrowing I420Picture, at time: MediaTime, wantsKeyFrame: Bool = false
  ) throws(VideoEncoderError) -> EncodedFrame? {
    guard picture.width == width, picture.height == height else {
      throw .size(width: picture.width, height: picture.height)
    }
    // Wanted until there is one.
    self.wantsKeyFrame = self.wantsKeyFrame || wantsKeyFrame
    let frame = try context.encode(
      picture, at: time, microseconds: microseconds, asKeyFrame: self.wantsKeyFrame)
    if frame?.isKeyFrame == true { self.wantsKeyFrame = false }
    return frame
  }

  private static func held(_ bitrate: Int) -> Int {
    min(max(bitrate, bitrates.lowerBound), bitrates.upperBound)
  }
}
