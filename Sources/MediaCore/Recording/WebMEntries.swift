/// A track as a WebM file describes it.
struct WebMTrackEntry: Equatable {
  var number: UInt64
  var codecID: String
  var codecPrivate: [UInt8]
  /// Nanoseconds.
  var codecDelay: Int64
  var width: Int32
  var height: Int32
  var channels: Int32
  var name: String?
  var language: String?
  /// Compressed or encrypted on top of its codec.
  var isEncoded: Bool
  /// Of a picture.
  var colour = WebMColour()
}

/// One frame, with the times that the file gives it.
struct WebMBlock: Equatable {
  var track: UInt64
  var time: MediaTime
  /// Signed ticks from its cluster's time.
  var relativeTime: Int16
  var duration: MediaTime?
  var isKeyFrame: Bool
  /// To be dropped from the end of what the decoder gives.
  var discardPadding: MediaTime
  var isLaced: Bool
  var payload: [UInt8]
  /// Offsets of the block's element and of its cluster from the start of the file.
  var offset: Int64 = 0
  var clusterOffset: Int64 = 0
}

/// A place in the seek index.
struct WebMCue: Equatable {
  var time: MediaTime
  var track: UInt64
  /// From the start of the segment's body.
  var clusterPosition: Int64
  /// From the start of the cluster's body, when given.
  var relativePosition: Int64?
}

/// Where a top-level element stands, from the start of the segment's body.
struct WebMSeekEntry: Equatable {
  var id: UInt32
  var position: Int64
}
