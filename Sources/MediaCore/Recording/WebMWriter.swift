/// Writes a WebM file that survives a crash at any moment: clusters of at most a second, each on
/// its way to the disk as soon as it is complete.
///
/// Packets of one track come in order. Between tracks they may come in any order as long as
/// `advance(to:)` tells the truth; call it regularly (a few times a second of session time), since
/// only what lies before that time is written.
package struct WebMWriter: ~Copyable {
  /// Writes the header at once, so that a full disk or unwritable file is known now.
  package init(to sink: any ByteSink, layout: WebMLayout) throws(MediaError) {
    throw MediaError(.codecFailed, "the WebM writer is not there yet")
  }

  /// Takes a packet. It reaches the sink when `advance(to:)` passes its time, or when the packets
  /// that wait span more than a second.
  ///
  /// When the disk is full this throws once, before anything is damaged; `finish` then completes
  /// what was written until there.
  package mutating func write(_ packet: WebMPacket) throws(MediaError) {
  }

  /// Promises that no packet before `time` comes any more, on any track.
  package mutating func advance(to time: MediaTime) throws(MediaError) {
  }

  /// Adds a chapter while recording; it is written by `finish`. Not with `layout.chapters`.
  package mutating func addChapter(_ chapter: WebMChapter) {
  }

  /// Writes what waits, the index, the chapters and the duration. The sink is flushed, not closed.
  ///
  /// - Parameter duration: the session's length, however early its last frame came; nil for the
  ///   end of the last packet.
  package consuming func finish(duration: MediaTime?) throws(MediaError) -> WebMSummary {
    throw MediaError(.codecFailed, "the WebM writer is not there yet")
  }
}
