/// What a receiver has done to a stream until it was heard. Samples are at 48 kHz, a channel.
package struct AudioReceptionStatistics: Equatable, Sendable {
  /// Handed out.
  package var samples: Int64 = 0
  /// Made up for sound that was lost or late.
  package var concealed: Int64 = 0
  /// Those of them in runs longer than 20 ms that began while somebody spoke.
  package var audiblyConcealed: Int64 = 0
  /// Runs of concealed samples.
  package var concealments: Int64 = 0
  /// Taken from the next packet's redundancy.
  package var recovered: Int64 = 0
  /// Made up for pauses of the sender.
  package var paused: Int64 = 0
  /// Taken out, and put in, to come to the target.
  package var shortened: Int64 = 0
  package var lengthened: Int64 = 0
  /// Passed over: lost sound in whose place time had been filled already, and sound that had come
  /// much too late.
  package var skipped: Int64 = 0
  package var flushed: Int64 = 0
  /// Packets whose time was over.
  package var late: Int64 = 0
  package var duplicates: Int64 = 0
  package var malformed: Int64 = 0
  /// Packets that were thrown away unheard.
  package var dropped: Int64 = 0
  /// How long after the quickest packet could have come a sample is handed out, and what is aimed at.
  package var delay = MediaTime.zero
  package var target = MediaTime.zero
  /// How much faster than ours the sender's clock of samples runs, as a part of 1.
  package var drift = 0.0

  package init() {}
}
