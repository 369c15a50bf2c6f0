/// Where a stream stands in session time, as recordings need it: by its timestamps, never by adding
/// up durations, and corrected by arrival where those cannot be.
///
/// Between two packets the timestamps count, at the speed the source's clock is found to have. When
/// they jump against the time that has passed, the source has begun to count anew, and the stream
/// goes on where time has come to. When packets come late by more than a second there are two
/// causes: the source stood still and its clock with it, or the network kept them. After the latter
/// they come faster than they sound, so it takes 400 ms of the stream to tell.
package struct RTPTimeline: Sendable {
  package let clockRate: Int64

  /// How much faster than session time the source's clock runs, as a part of 1.
  package var drift: Double { clock.value }

  private var clock: ClockDrift
  private var anchor: (timestamp: RTPTimestamp, place: MediaTime)?
  /// Ticks of the source for one of session time.
  private var speed = 1.0
  private var last = RTPTimestamp(0)
  private var lastArrival = MediaTime.zero
  /// How much later than its place the last packet came, seconds, and the least of these since the
  /// anchor was set.
  private var lateness = 0.0
  private var leastLateness = Double.infinity
  /// The same of the second before, and whether it was off and not about to come right.
  private var lastLeastLateness = 0.0
  private var wasStuck = false
  private var doubt: Doubt?
  private var isOtherSource = false

  /// Packets that came late, undecided why.
  private struct Doubt: Sendable {
    var first: RTPTimestamp
    var arrival: MediaTime
    /// How late the packet before it was, and how much later it is.
    var before: Double
    var delay: Double
  }

  private static let largestJump = 1.0
  /// Seconds of the stream after which a doubt is decided, and what must have been caught up by then.
  private static let doubtLength = 0.4
  private static let caughtUp = 0.1
  /// Seconds between anchors, and in which a place that is off comes right.
  private static let anchorLength = 1.0
  private static let correction = 30.0
  private static let largestCorrection = 2e-4

  package init(clockRate: Int64) {
    self.clockRate = clockRate
    clock = ClockDrift(rate: clockRate)
  }

  /// Takes note of a packet that is newer than those before. False while it is undecided where it
  /// stands, and with it all that follow; then it is kept until this is true again.
  package mutating func receive(_ timestamp: RTPTimestamp, at arrival: MediaTime) -> Bool {
    guard anchor != nil else {
      begin(timestamp, at: arrival)
      return note(timestamp, arrival)
    }
    if timestamp < last || isOtherSource {
      isOtherSource = false
      settle()
      begin(timestamp, at: continued(arrival))
      return note(timestamp, arrival)
    }
    let late = (arrival - place(of: timestamp)).seconds
    let jump = late - lateness
    if late < (doubt?.before ?? lateness) - Self.largestJump {
      settle()
      begin(timestamp, at: continued(arrival))
    } else if let doubt {
      return resolve(doubt, timestamp, arrival, late)
    } else if jump > Self.largestJump {
      doubt = Doubt(first: timestamp, arrival: arrival, before: lateness, delay: jump)
      (last, lastArrival, lateness) = (timestamp, arrival, late)
      return false
    }
    return note(timestamp, arrival)
  }

  /// The next packet is another source's, which counts from elsewhere (a new SSRC): it goes on where
  /// time has come to.
  package mutating func changeSource() { isOtherSource = true }

  /// Decides what is undecided: nothing more comes.
  package mutating func settle() {
    guard let doubt else { return }
    self.doubt = nil
    // The clock stood still with the source.
    begin(doubt.first, at: place(of: doubt.first) + Self.time(doubt.delay))
  }

  /// - Parameter timestamp: of a packet that is decided, or a later moment.
  package func place(of timestamp: RTPTimestamp) -> MediaTime {
    guard let anchor else { return .zero }
    let ticks = Double(anchor.timestamp.distance(to: timestamp))
    return anchor.place + Self.time(ticks / (Double(clockRate) * speed))
  }

  private mutating func resolve(
    _ doubt: Doubt, _ timestamp: RTPTimestamp, _ arrival: MediaTime, _ late: Double
  ) -> Bool {
    let sounded = Double(doubt.first.distance(to: timestamp)) / Double(clockRate)
    let passed = (arrival - doubt.arrival).seconds
    (last, lastArrival, lateness) = (timestamp, arrival, late)
    if sounded - passed >= Self.caughtUp {
      // The network had kept them: the timestamps are right.
      self.doubt = nil
      return true
    }
    guard sounded >= Self.doubtLength || passed >= Self.doubtLength else { return false }
    settle()
    return note(timestamp, arrival)
  }

  /// Where the stream goes on that begins to count anew.
  private func continued(_ arrival: MediaTime) -> MediaTime {
    let place = place(of: last)
    return max(place, place + (arrival - lastArrival))
  }

  private mutating func begin(_ timestamp: RTPTimestamp, at place: MediaTime) {
    anchor = (timestamp, place)
    (leastLateness, lastLeastLateness, wasStuck) = (.infinity, 0, false)
    clock.restart()
  }

  private mutating func note(_ timestamp: RTPTimestamp, _ arrival: MediaTime) -> Bool {
    clock.observe(timestamp.rawValue, at: arrival)
    let place = place(of: timestamp)
    (last, lastArrival) = (timestamp, arrival)
    lateness = (arrival - place).seconds
    leastLateness = min(leastLateness, lateness)
    if let anchor, (place - anchor.place).seconds >= Self.anchorLength { moveAnchor(to: place) }
    return true
  }

  private mutating func moveAnchor(to place: MediaTime) {
    // Many small halts add up as one does.
    let isOff = abs(leastLateness) > Self.largestJump
    let isStuck = isOff && abs(leastLateness) > abs(lastLeastLateness) - Self.caughtUp
    if isStuck && wasStuck {
      begin(last, at: max(place, place + Self.time(leastLateness)))
      return
    }
    anchor = (last, place)
    // The quickest packets stand where they came.
    let error = min(
      max(leastLateness / Self.correction, -Self.largestCorrection), Self.largestCorrection)
    speed = (1 + clock.value) * (1 - error)
    (lastLeastLateness, leastLateness, wasStuck) = (leastLateness, .infinity, isStuck)
  }

  private static func time(_ seconds: Double) -> MediaTime {
    MediaTime(nanoseconds: Int64((min(max(seconds, -1e9), 1e9) * 1e9).rounded()))
  }
}
