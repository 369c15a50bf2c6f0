import MediaCore

/// What is measured in a call test while it goes on.
struct CallTestMeasurements {
  let plan: CallTestPlan
  let strokes: Int
  private var links: [CallTestLink: LinkWatch] = [:]
  private(set) var sounds: [Pair: SoundWatch] = [:]
  private let turns: [TurnScript.Turn]
  private var nextTurn = 0
  private var nextSecond: Int64 = 1

  struct Pair: Hashable {
    var from: Int
    var to: Int
  }

  /// After the last word and stroke of a call there is time for them to come.
  static let rest = MediaTime(milliseconds: 3_000)

  init(_ plan: CallTestPlan, strokes: Int) {
    self.plan = plan
    self.strokes = strokes
    let end = plan.duration - Self.rest
    turns = TurnScript(plan.speech, until: end).turns(until: end)
    for participant in plan.names.indices {
      links[CallTestLink(participant: participant, isUp: true)] = LinkWatch()
      links[CallTestLink(participant: participant, isUp: false)] = LinkWatch()
    }
  }

  mutating func noteSent(_ count: Int, over link: CallTestLink) {
    links[link]?.noteSent(count)
  }

  mutating func noteArrival(_ arrival: CallTestArrival) {
    links[arrival.link]?.noteArrival(after: arrival.delay)
  }

  /// When a turn has been heard to its end by everybody.
  private func end(of turn: TurnScript.Turn) -> MediaTime {
    // Clocks of sound cards may be slow by a thousandth.
    MediaTime(count: turn.samples.upperBound * 1_001 / 1_000, rate: TurnScript.rate) + Self.rest
  }

  var deadline: MediaTime? {
    let second = MediaTime(milliseconds: nextSecond * 1_000)
    guard nextTurn < turns.count, !plan.isLive else { return second }
    return min(second, end(of: turns[nextTurn]))
  }

  mutating func wake(
    _ seats: [CallTestSeat], _ hub: borrowing CallTestHub, at now: MediaTime
  ) {
    while !plan.isLive, nextTurn < turns.count, end(of: turns[nextTurn]) <= now {
      compare(nextTurn, seats)
      nextTurn += 1
    }
    while MediaTime(milliseconds: nextSecond * 1_000) <= now {
      for seat in seats {
        links[CallTestLink(participant: seat.index, isUp: true)]?.sample(
          estimate: seat.client.session.estimate, at: now)
        links[CallTestLink(participant: seat.index, isUp: false)]?.sample(
          estimate: hub.room.session(of: seat.index)?.estimate ?? 0, at: now)
      }
      nextSecond += 1
    }
  }

  /// The call is over: compares what is left of it that was heard.
  mutating func finish(_ seats: [CallTestSeat]) {
    while nextTurn < turns.count, seats.allSatisfy({ $0.heard.reaches(turns[nextTurn]) }) {
      compare(nextTurn, seats)
      nextTurn += 1
    }
  }

  private mutating func compare(_ number: Int, _ seats: [CallTestSeat]) {
    let turn = turns[number]
    let speaker = seats[turn.participant]
    for seat in seats where seat.index != turn.participant && !speaker.isMute {
      let pair = Pair(from: turn.participant, to: seat.index)
      if number / plan.names.count % plan.sampling == 0 {
        sounds[pair, default: SoundWatch()].compare(
          turn, of: speaker.speech, by: speaker.clocks.samples, to: seat.heard,
          by: seat.clocks.samples)
      }
    }
    for seat in seats { seat.heard.forget(before: turn.samples.upperBound * 999 / 1_000) }
  }

  func link(_ link: CallTestLink) -> LinkWatch { links[link] ?? LinkWatch() }
  func sound(_ pair: Pair) -> SoundWatch { sounds[pair] ?? SoundWatch() }
}
