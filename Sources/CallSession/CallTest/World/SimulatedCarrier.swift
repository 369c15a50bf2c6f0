package import MediaCore

/// The simulated network between the participants and the room: a link each way for each.
package struct SimulatedCarrier: CallTestCarrier {
  private var up: [NetworkLink] = []
  private var down: [NetworkLink] = []
  private var deliveries: [LinkDelivery] = []

  package init(_ plan: CallTestPlan) {
    for participant in plan.names.indices {
      var profile = plan.profile
      profile.up = plan.link(of: participant, isUp: true)
      profile.down = plan.link(of: participant, isUp: false)
      up.append(profile.uplink(ofParticipant: participant, seed: plan.seed))
      down.append(profile.downlink(ofParticipant: participant, seed: plan.seed))
    }
  }

  package mutating func send(
    _ datagram: [UInt8], over link: CallTestLink, at now: MediaTime
  ) {
    if link.isUp {
      up[link.participant].send(datagram, at: now)
    } else {
      down[link.participant].send(datagram, at: now)
    }
  }

  package var deadline: MediaTime? {
    var earliest: MediaTime?
    for link in up { earliest = MediaTime.earliest(earliest, link.deadline) }
    for link in down { earliest = MediaTime.earliest(earliest, link.deadline) }
    return earliest
  }

  package mutating func deliver(
    until now: MediaTime, into arrivals: inout [CallTestArrival]
  ) {
    for participant in up.indices {
      up[participant].deliver(until: now, into: &deliveries)
      append(CallTestLink(participant: participant, isUp: true), to: &arrivals)
      down[participant].deliver(until: now, into: &deliveries)
      append(CallTestLink(participant: participant, isUp: false), to: &arrivals)
    }
  }

  private mutating func append(_ link: CallTestLink, to arrivals: inout [CallTestArrival]) {
    guard !deliveries.isEmpty else { return }
    for delivery in deliveries {
      arrivals.append(
        CallTestArrival(
          link: link, datagram: delivery.bytes, delay: delivery.arrival - delivery.sent))
    }
    deliveries.removeAll(keepingCapacity: true)
  }

  package func statistics(of link: CallTestLink) -> LinkStatistics? {
    link.isUp ? up[link.participant].statistics : down[link.participant].statistics
  }
}
