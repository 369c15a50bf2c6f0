import MediaCore
import Strokes

/// Who gets which cameras, and what their senders are to keep to.
extension CallRoom {
  /// About once a second.
  ///
  /// A camera comes at one rate for all who receive it: that of the slowest who still can use it. It is asked
  /// for each time anew, since the request may be lost.
  mutating func shareOut(at now: MediaTime) {
    expectLoss()
    var limits: [AuthorID: Int64] = [:]
    for case let leg? in legs where leg.isPresent { shareOut(to: leg, &limits, at: now) }
    for case let leg? in legs where leg.isPresent && leg.camera.track != nil {
      let camera = limits[leg.participant] ?? configuration.cameraBitrates.lowerBound
      let source = leg.source(.camera)
      withSession(of: leg) { session, streams in
        session.limitPeer(source, to: camera, into: &streams)
      }
    }
  }

  private mutating func shareOut(
    to leg: CallRoomLeg, _ limits: inout [AuthorID: Int64], at now: MediaTime
  ) {
    let order = cameraOrder(of: leg)
    let fixed =
      CallRoomConfiguration.soundShare
      + (leg.board.isSubscribed ? CallRoomConfiguration.boardShare : 0)
    let path = leg.transport.session.estimate
    let loss = min(max(leg.transport.session.loss, 0), 0.5)
    let available = Int64(Double(path) * (1 - loss)) - fixed
    let rates = configuration.cameraBitrates
    let share = leg.shares.update(
      available: available, wanted: order.count, bitrates: rates, at: now)
    for (place, index) in order.enumerated() {
      leg.cameras[index].isAllowed = place < leg.shares.count ?? 0
      guard leg.cameras[index].isAllowed else { continue }
      let owner = leg.cameras[index].owner
      limits[owner] = min(limits[owner] ?? rates.upperBound, share)
    }
    let need = fixed + Int64(order.count) * rates.upperBound
    withSession(of: leg) { session, _ in session.announce(need: need) }
  }

  /// Indices of the cameras that a participant wants, whoever speaks first.
  private func cameraOrder(of leg: CallRoomLeg) -> [Int] {
    var order: [Int] = []
    for index in leg.cameras.indices where leg.cameras[index].isSubscribed {
      let isActive = leg.cameras[index].owner.rawValue == sound.speaker.active?.rawValue
      order.insert(index, at: isActive ? 0 : order.count)
    }
    return order
  }
}
