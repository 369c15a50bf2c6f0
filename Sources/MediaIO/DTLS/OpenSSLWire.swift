internal import COpenSSL
internal import CallSession
internal import Glibc
internal import MediaCore

/// What OpenSSL reads from, writes to, and asks about the peer's certificate, for one connection: one
/// write is one datagram, and one read, too.
@safe
final class OpenSSLWire {
  /// The datagram that is to be read.
  var incoming: [UInt8]?
  /// What was written since it was last taken.
  private(set) var outgoing: [[UInt8]] = []
  /// Whether a flight was sent for the first time, or again, since it was last asked.
  private(set) var flight = Flight.none
  private let announced: [DTLSFingerprint]
  private let firstTimeout: UInt32
  private let isTold: Bool
  /// Of the peer's certificate, whatever was announced.
  private(set) var shown: DTLSFingerprint?
  private(set) var isRefused = false
  /// Where OpenSSL keeps the time at which it would send again, see `expire`.
  private var resendTime: UnsafeMutablePointer<timeval>?

  enum Flight { case none, first, repeated }

  /// Datagrams of one call; what is written beyond is dropped, as a network may.
  private static let mostOutgoing = 64

  init(_ configuration: DTLSConfiguration, isTold: Bool = OpenSSLWire.canBeTold) {
    self.isTold = isTold
    announced = configuration.remoteFingerprints
    firstTimeout = Self.microseconds(configuration.firstTimeout)
  }

  private static func microseconds(_ time: MediaTime) -> UInt32 {
    UInt32(clamping: time.nanoseconds / 1_000)
  }

  func takeOutgoing() -> [[UInt8]] {
    defer { outgoing.removeAll(keepingCapacity: true) }
    return outgoing
  }

  func takeFlight() -> Flight {
    defer { flight = .none }
    return flight
  }

  /// OpenSSL asks its own clock when to send again, which would make equal runs differ, and stops when
  /// somebody sets the machine's clock back. So it is told to wait for an hour, and when the time has come
  /// by the clock that the engine is told, the hour is made to be over.
  ///
  /// False where OpenSSL keeps that time to itself; its clock then counts.
  func expire() -> Bool {
    guard let time = unsafe resendTime else { return false }
    unsafe time.pointee = timeval(tv_sec: 0, tv_usec: 1)
    return true
  }

  /// Version 3.0 hands a BIO the very variable, later ones a copy. The library that runs may be another than
  /// that of the headers.
  static let canBeTold = OpenSSL_version_num() >> 20 == 0x300

  func read(_ place: UnsafeMutablePointer<CChar>, _ room: Int) -> Int? {
    guard let datagram = incoming else { return nil }
    incoming = nil
    let count = min(datagram.count, room)
    for index in 0..<count { unsafe place[index] = CChar(bitPattern: datagram[index]) }
    return count
  }

  func write(_ bytes: UnsafeBufferPointer<CChar>) {
    guard outgoing.count < Self.mostOutgoing else { return }
    outgoing.append(unsafe bytes.map { UInt8(bitPattern: $0) })
  }

  func noteTimer(_ time: UnsafeMutablePointer<timeval>) {
    if isTold { unsafe resendTime = time }
  }

  /// How long OpenSSL waits before it sends again, in microseconds.
  ///
  /// - Parameter last: how long it waited before; 0 for a new flight.
  func timeout(after last: UInt32) -> UInt32 {
    flight = last == 0 ? .first : .repeated
    if isTold { return 3_600_000_000 }
    let longest = Self.microseconds(DTLSTimer.longestTimeout)
    return last == 0 ? firstTimeout : min(last, longest / 2) * 2
  }

  func accepts(_ certificate: OpaquePointer) -> Bool {
    shown = unsafe OpenSSLError.digest(of: certificate, .sha256).flatMap {
      DTLSFingerprint(.sha256, digest: $0)
    }
    let isAccepted = DTLSFingerprint.accepts(announced) {
      unsafe OpenSSLError.digest(of: certificate, $0)
    }
    if !isAccepted { isRefused = true }
    return isAccepted
  }
}
