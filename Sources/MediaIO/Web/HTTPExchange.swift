internal import CMicroHTTPD
internal import CallSession
internal import Synchronization

/// One request and its answer, as far as they have come: where the server's thread and those who answer
/// meet.
final class HTTPExchange: Sendable {
  private struct Contents {
    /// Only the server's thread changes it.
    var request: HTTPRequest
    var isTooLarge = false
    var response: HTTPResponse?
    /// The library's connection, as a number, while it waits for the answer.
    var waiting: UInt?
    var isOver = false
  }

  private let contents: Mutex<Contents>

  init(_ request: HTTPRequest) {
    contents = Mutex(Contents(request: request))
  }

  /// Takes a piece of the content. What is too large is read to its end, so that the client gets to
  /// know, and not kept.
  func receive(_ bytes: [UInt8], limit: Int) {
    contents.withLock { contents in
      if contents.request.body.count + bytes.count > limit {
        contents.isTooLarge = true
        contents.request.body = []
      }
      if !contents.isTooLarge { contents.request.body.append(contentsOf: bytes) }
    }
  }

  /// The request, once its content has come; nil when that was too large.
  var whole: HTTPRequest? { contents.withLock { $0.isTooLarge ? nil : $0.request } }

  /// The answer, if it is there.
  var response: HTTPResponse? { contents.withLock { $0.response } }

  /// The server's thread has put the connection to rest until there is an answer.
  func wait(_ connection: UInt) {
    contents.withLock { contents in
      guard contents.response == nil else {
        // A server that stops has answered meanwhile: nobody else would wake it.
        if let connection = unsafe OpaquePointer(bitPattern: connection) {
          unsafe MHD_resume_connection(connection)
        }
        return
      }
      contents.waiting = connection
    }
  }

  /// The first answer counts.
  func answer(_ response: HTTPResponse) {
    contents.withLock { contents in
      guard contents.response == nil, !contents.isOver else { return }
      contents.response = response
      // While it waits the library keeps the connection, whatever the client does.
      if let number = contents.waiting, let connection = unsafe OpaquePointer(bitPattern: number) {
        unsafe MHD_resume_connection(connection)
      }
      contents.waiting = nil
    }
  }

  /// The answer is sent, or the client has gone.
  func end() {
    contents.withLock { $0.isOver = true }
  }
}
