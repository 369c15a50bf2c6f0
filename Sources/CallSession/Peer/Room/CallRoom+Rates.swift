import MediaCore
import Strokes

/// Who gets which cameras and screens, and what their senders are to keep to.
extension CallRoom {
  /// About once a second.
  ///
  /// A camera comes at one rate for all who receive it: that of the slowest who still can use it. It is asked
  /// for each time anew, since the request may be lost.
  mutating func shareOut(at now: MediaTime) {
    expectLoss()
    var limits: [SSRC: Int64] = [:]
    for case let leg? in legs where leg.isPresent { shareOut(to: leg, &limits, at: now) }
    for case let leg? in legs where leg.isPresent {
      for kind in CallStreams.Kind.pictures where leg[kind].track != nil {
        let source = leg.source(kind)
        let bitrates = bitrates(of: kind)
        let limit = limits[source] ?? bitrates.lowerBound
        leg[kind].affordsCues = limit >= bitrates.upperBound / 2
        withSession(of: leg) { session, streams in
          session.limitPeer(source, to: limit, into: &streams)
        }
      }
    }
  }

  private func bitrates(of kind: CallStreams.Kind) -> ClosedRange<Int64> {
    kind == .screen ? configuration.screenBitrates : configuration.cameraBitrates
  }

  private mutating func shareOut(
    to leg: CallRoomLeg, _ limits: inout [SSRC: Int64], at now: MediaTime
  ) {
    let sound = CallRoomConfiguration.soundShare * Int64(1 + leg.transport.session.soundCopies)
    let fixed =
      sound
      + (leg.board.isSubscribed ? CallRoomConfiguration.boardShare : 0)
    let path = leg.transport.session.estimate
    var available = CameraShares.left(of: path, loss: leg.transport.session.loss) - fixed
    var need = fixed
    // A screen before cameras: it is what is talked about.
    for kind in [.screen, .camera] as [CallStreams.Kind] {
      let order = order(of: kind, for: leg)
      let bitrates = bitrates(of: kind)
      let wanted = order.count
      let share =
        kind == .screen
        ? leg.screenShares.update(
          available: CameraShares.forScreens(
            of: available, screens: (wanted, bitrates.lowerBound),
            cameras: (
              self.order(of: .camera, for: leg).count, configuration.cameraBitrates.lowerBound
            )), wanted: wanted, bitrates: bitrates, at: now)
        : leg.shares.update(available: available, wanted: wanted, bitrates: bitrates, at: now)
      let count = (kind == .screen ? leg.screenShares : leg.shares).count ?? 0
      for (place, index) in order.enumerated() {
        let source = CallStreams.source(kind, of: leg.cameras[index].owner.rawValue)
        let isAllowed = place < count
        if leg.cameras[index].isAllowed, !isAllowed {
          withSession(of: leg) { session, _ in session.leaveOut(source) }
        }
        leg.cameras[index].isAllowed = isAllowed
        guard isAllowed else { continue }
        limits[source] = min(limits[source] ?? bitrates.upperBound, share)
        available -= share
      }
      need += Int64(wanted) * bitrates.upperBound
    }
    withSession(of: leg) { session, _ in session.announce(need: need) }
  }

  /// Indices of what a participant wants of a kind, whoever speaks first.
  private func order(of kind: CallStreams.Kind, for leg: CallRoomLeg) -> [Int] {
    var order: [Int] = []
    for index in leg.cameras.indices
    where leg.cameras[index].kind == kind && leg.cameras[index].isSubscribed {
      let isActive = leg.cameras[index].owner.rawValue == sound.speaker.active?.rawValue
      order.insert(index, at: isActive ? 0 : order.count)
    }
    return order
  }
}
