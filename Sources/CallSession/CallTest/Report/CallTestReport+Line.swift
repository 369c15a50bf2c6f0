extension CallTestReport {
  /// A line that was tested by itself: to a server that sends back what it gets.
  package struct Line: Equatable, Sendable, Encodable {
    /// Where the echo is.
    package var server: String
    /// For how long the server keeps what comes, in milliseconds. It is taken off all delays.
    package var echoDelay: Double
    /// To the server and back, as reports of RTCP tell it, in milliseconds. Nil when they do not.
    package var roundTrip: Double?
    /// The share of sound that this machine sent and played more than 60 ms late, since it was busy: no figure
    /// of the line.
    package var machineLate = 0.0
    /// Why the line broke before the test's end, in one line; nil when it did not.
    package var fault: String?

    package init(server: String, echoDelay: Double) {
      self.server = server
      self.echoDelay = echoDelay
    }
  }
}
