import MediaCore

/// Whether the other side still agrees to receive on the way that is used (RFC 7675).
struct ICEConsent: Sendable {
  /// When it said so last.
  var agreed = MediaTime.zero
  /// When to ask again; nil when that is not decided yet.
  var next: MediaTime?
  /// It has not answered lately, so that other ways are tried.
  var isSuspect = false

  var expiry: MediaTime { agreed + ICETiming.consent }
}
