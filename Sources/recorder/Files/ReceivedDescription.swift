import CallSession
import MediaCore
import MediaIO

/// The description of what is going to be received, as the file says.
struct ReceivedDescription {
  let title: String
  let streams: [PlainRTPListener.Stream]

  init(_ name: FileName) throws(MediaError) {
    let bytes = try InputFile.bytes(of: name, atMost: SessionDescription.largestSize)
    let description: PlainRTPDescription
    do throws(SDPError) { description = try PlainRTPDescription(bytes: bytes) } catch {
      throw MediaError(.inputDamaged, "\(name): \(error.message)")
    }
    var streams: [PlainRTPListener.Stream] = []
    for stream in description.streams {
      let lane: MediaLane
      switch stream.codec {
      case .vp8: lane = .video
      case .opus: lane = .sound
      case nil: continue
      }
      guard !streams.contains(where: { $0.lane == lane }) else { continue }
      guard let address = SocketAddress(stream.address, port: stream.port) else {
        throw MediaError(
          .inputDamaged,
          "\(name): '\(stream.address)' is no address in digits; write the one that is sent to")
      }
      streams.append(
        PlainRTPListener.Stream(
          lane: lane, payloadType: stream.format.payloadType, address: address,
          controlPort: stream.controlPort))
    }
    guard !streams.isEmpty else {
      throw MediaError(
        .formatUnsupported,
        "\(name): neither VP8 nor Opus is sent; these can be received: let the sender encode them")
    }
    // With RTCP above RTP, neighbours are in each other's way.
    var taken: Set<UInt16> = []
    for stream in streams {
      for port in Set([stream.address.port, stream.controlPort]) {
        guard port > 0, taken.insert(port).inserted else {
          throw MediaError(
            .inputDamaged,
            "\(name): port \(port) is none, or two streams share it; give each stream an even port and the one "
              + "above it, or a=rtcp-mux")
        }
      }
    }
    title = description.name
    self.streams = streams
  }
}
