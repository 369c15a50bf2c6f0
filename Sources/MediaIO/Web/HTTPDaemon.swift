internal import CLinux
internal import CMicroHTTPD
internal import CallSession
internal import Glibc
internal import MediaCore
internal import Synchronization

/// Owns one daemon of libmicrohttpd: a listening socket and the thread that serves it.
final class HTTPDaemon: Sendable {
  let address: SocketAddress
  /// The library has no hold of its own on it.
  private let exchanges: HTTPExchanges
  private struct State {
    /// The library's daemon, as a number; nil when it is stopped.
    var number: UInt?
    /// Taken back from the daemon, whose thread may still ask it until that ends.
    var listener: Int32?
  }

  private let state: Mutex<State>

  init(
    _ wanted: SocketAddress, _ settings: HTTPServerSettings, _ exchanges: HTTPExchanges
  ) throws(MediaError) {
    var numbers = wanted.numbers
    let listener: Int32
    do throws(SystemError) {
      listener = try SystemCall.run { unsafe CLinux_listen(&numbers) }
    } catch {
      throw SocketError.bind(wanted, error, to: "serve at")
    }
    let limits = CMicroHTTPD_Limits(
      connections: UInt32(clamping: settings.mostConnections),
      connectionsOfOne: UInt32(clamping: settings.mostConnectionsOfOne),
      timeout: UInt32(clamping: settings.timeout), memory: settings.largestHeader)
    guard let daemon = Self.start(listener, exchanges, limits, settings.identity) else {
      _ = close(listener)
      throw settings.identity == nil ? HTTPServerError.shortage : HTTPServerError.unfitIdentity
    }
    address = SocketAddress(numbers)
    self.exchanges = exchanges
    state = Mutex(State(number: daemon))
  }

  deinit {
    stop()
  }

  /// Accepts no more connections.
  func quiesce() {
    state.withLock { state in
      guard let number = state.number, let daemon = unsafe OpaquePointer(bitPattern: number) else {
        return
      }
      let listener = unsafe MHD_quiesce_daemon(daemon)
      if listener >= 0 { state.listener = listener }
    }
  }

  /// Closes what is open and waits for the thread. All requests have to be answered.
  func stop() {
    state.withLock { state in
      if let number = state.number, let daemon = unsafe OpaquePointer(bitPattern: number) {
        unsafe MHD_stop_daemon(daemon)
      }
      state.number = nil
      if let listener = state.listener.take() { _ = close(listener) }
    }
  }

  private static func start(
    _ listener: Int32, _ exchanges: HTTPExchanges, _ limits: CMicroHTTPD_Limits,
    _ identity: HTTPServerSettings.Identity?
  ) -> UInt? {
    // Signals are for the main thread.
    var all = sigset_t()
    var before = sigset_t()
    unsafe _ = sigfillset(&all)
    unsafe _ = pthread_sigmask(SIG_SETMASK, &all, &before)
    defer { unsafe _ = pthread_sigmask(SIG_SETMASK, &before, nil) }
    let owner = unsafe Unmanaged.passUnretained(exchanges).toOpaque()
    let certificate = identity.map { ($0.certificate + [0]).map { CChar(bitPattern: $0) } }
    let key = identity.map { ($0.key + [0]).map { CChar(bitPattern: $0) } }
    let daemon = unsafe CMicroHTTPD_start(
      listener,
      { owner, connection, path, method, _, bytes, count, slot in
        unsafe HTTPConnection.handle(owner, connection, path, method, bytes, count, slot)
      },
      { owner, _, slot, _ in unsafe HTTPConnection.end(owner, slot) }, owner, limits, certificate,
      key)
    return unsafe daemon.map { UInt(bitPattern: $0) }
  }
}
