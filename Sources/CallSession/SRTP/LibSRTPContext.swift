internal import CSRTP
package import MediaCore

/// Owns a pair of libsrtp2's sessions, one for each direction.
@safe
package struct LibSRTPContext: SRTPContext, ~Copyable {
  /// Packets that may come late and are still accepted once: 1 s of busy video with retransmissions.
  package static let replayWindow = 1024
  /// Each has keys and a window of its own in memory; a peer with more at once is up to something.
  package static let mostSources = 256
  /// The largest payload of UDP.
  private static let mostBytes = 65_507
  /// The fixed header of RTP, and of RTCP with its sender.
  private static let leastPacket = 12
  private static let leastControl = 8

  private let sender: OpaquePointer
  private let receiver: OpaquePointer
  private let received: SRTPSuite
  /// Whose packets were authentic: only these have a place in the receiving session.
  private var sources: Set<SSRC> = []

  package init(sending: SRTPKeys, receiving: SRTPKeys) throws(SRTPError) {
    guard Self.isReady else {
      throw .library(Int32(bitPattern: srtp_err_status_init_fail.rawValue))
    }
    let sender = try unsafe Self.session(sending, ssrc_any_outbound)
    let receiver: OpaquePointer
    do {
      unsafe receiver = try Self.session(receiving, ssrc_any_inbound)
    } catch {
      _ = unsafe srtp_dealloc(sender)
      throw error
    }
    unsafe self.sender = sender
    unsafe self.receiver = receiver
    received = receiving.suite
  }

  deinit {
    _ = unsafe srtp_dealloc(sender)
    _ = unsafe srtp_dealloc(receiver)
  }

  package mutating func protectRTP(_ packet: inout [UInt8]) throws(SRTPError) {
    try unsafe Self.protect(&packet, least: Self.leastPacket) {
      unsafe srtp_protect(sender, $0, $1)
    }
  }

  package mutating func protectRTCP(_ datagram: inout [UInt8]) throws(SRTPError) {
    try unsafe Self.protect(&datagram, least: Self.leastControl) {
      unsafe srtp_protect_rtcp(sender, $0, $1)
    }
  }

  package mutating func unprotectRTP(_ packet: inout [UInt8]) throws(SRTPError) {
    let receiver = unsafe receiver
    let least = Self.leastPacket + received.packetOverhead
    try unsafe unseal(&packet, least: least, sourceAt: 8) {
      unsafe srtp_unprotect(receiver, $0, $1)
    }
  }

  package mutating func unprotectRTCP(_ datagram: inout [UInt8]) throws(SRTPError) {
    let receiver = unsafe receiver
    let least = Self.leastControl + received.controlOverhead
    try unsafe unseal(&datagram, least: least, sourceAt: 4) {
      unsafe srtp_unprotect_rtcp(receiver, $0, $1)
    }
  }

  /// Gives up what is known of a source that has left. It has to come back under another SSRC.
  package mutating func forget(_ source: SSRC) {
    guard sources.remove(source) != nil else { return }
    unsafe _ = srtp_remove_stream(receiver, source.rawValue.bigEndian)
  }

  private mutating func unseal(
    _ packet: inout [UInt8], least: Int, sourceAt offset: Int,
    _ unprotect: (UnsafeMutableRawPointer?, UnsafeMutablePointer<Int32>) -> srtp_err_status_t
  ) throws(SRTPError) {
    guard packet.count >= least, packet.count <= Self.mostBytes else { throw .malformed }
    var ssrc: UInt32 = 0
    for byte in packet[offset..<offset + 4] { ssrc = ssrc << 8 | UInt32(byte) }
    let source = SSRC(ssrc)
    let isKnown = sources.contains(source)
    guard isKnown || sources.count < Self.mostSources else { throw .tooManySources }
    var count = Int32(packet.count)
    let status = unsafe packet.withUnsafeMutableBytes { unsafe unprotect($0.baseAddress, &count) }
    try Self.check(status)
    packet.removeLast(packet.count - Int(count))
    if !isKnown { sources.insert(source) }
  }

  private static func protect(
    _ packet: inout [UInt8], least: Int,
    _ protect: (UnsafeMutableRawPointer?, UnsafeMutablePointer<Int32>) -> srtp_err_status_t
  ) throws(SRTPError) {
    let size = packet.count
    guard size >= least, size <= mostBytes else { throw .malformed }
    // libsrtp2 wants room for the longest trailer that it knows.
    packet.append(contentsOf: repeatElement(0, count: Int(SRTP_MAX_TRAILER_LEN)))
    var count = Int32(size)
    let status = unsafe packet.withUnsafeMutableBytes { unsafe protect($0.baseAddress, &count) }
    do {
      try check(status)
    } catch {
      packet.removeLast(packet.count - size)
      throw error
    }
    packet.removeLast(packet.count - Int(count))
  }

  /// Once a process: the library tests its own ciphers, and those that it is given instead.
  private static let isReady =
    srtp_init() == srtp_err_status_ok && CSRTP_useOpenSSL() == srtp_err_status_ok

  private static func session(
    _ keys: SRTPKeys, _ direction: srtp_ssrc_type_t
  ) throws(SRTPError) -> OpaquePointer {
    var policy = unsafe srtp_policy_t()
    switch keys.suite {
    case .aes128GCM:
      unsafe srtp_crypto_policy_set_aes_gcm_128_16_auth(&policy.rtp)
      unsafe srtp_crypto_policy_set_aes_gcm_128_16_auth(&policy.rtcp)
    case .aes128CMWithSHA1:
      unsafe srtp_crypto_policy_set_rtp_default(&policy.rtp)
      unsafe srtp_crypto_policy_set_rtcp_default(&policy.rtcp)
    }
    unsafe policy.ssrc.type = direction
    unsafe policy.window_size = UInt(replayWindow)
    var session: OpaquePointer?
    var key = keys.key + keys.salt
    let status = unsafe key.withUnsafeMutableBufferPointer { key in
      unsafe policy.key = key.baseAddress
      return unsafe srtp_create(&session, &policy)
    }
    try check(status)
    guard let session = unsafe session else { throw .library(-1) }
    return unsafe session
  }

  private static func check(_ status: srtp_err_status_t) throws(SRTPError) {
    switch status {
    case srtp_err_status_ok: return
    case srtp_err_status_bad_param, srtp_err_status_parse_err: throw .malformed
    case srtp_err_status_auth_fail: throw .authentication
    case srtp_err_status_replay_fail: throw .replayed
    case srtp_err_status_replay_old, srtp_err_status_pkt_idx_old: throw .tooOld
    case srtp_err_status_key_expired: throw .keyExhausted
    default: throw .library(Int32(bitPattern: status.rawValue))
    }
  }
}
