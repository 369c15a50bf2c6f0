import MediaCore

/// What became of a peer's packets, there and back.
struct PeerTraffic: Sendable {
  var received: ReceivedStatistics
  /// Packets of ours whose fate is known, and those of them that are missing. Nil before any is.
  var told: (all: Int, missing: Int)?
  /// Packets of the peer's, and those of them that did not come the first time.
  var expected: Int64 = 0
  var missed: Int64 = 0

  /// The share that is lost on the way there, before anything is sent again; nil when nobody told.
  var lossThere: Double? {
    told.map { Double(max($0.missing, 0)) / Double($0.all) }
  }

  /// The same of the way back.
  var lossBack: Double? { expected > 0 ? Double(missed) / Double(expected) : nil }
}

extension WebRTCPeer {
  /// What became of all packets, as far as is known.
  var traffic: PeerTraffic {
    var traffic = PeerTraffic(received: reception.statistics)
    if session.estimator.packetsTold > 0 {
      traffic.told = (session.estimator.packetsTold, session.estimator.packetsMissing)
    }
    for track in session.receiveTracks {
      traffic.expected += track.tracker.statistics.expected
      traffic.missed += track.tracker.statistics.missed
    }
    return traffic
  }
}
