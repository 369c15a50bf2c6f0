import MediaCore

/// What one participant saw of another's camera, summed up.
struct PictureSummary {
  private let view: CameraView
  private let captured: [MediaTime]
  private let sound: SoundWatch
  private let outages: [MediaTime]
  private let rate: Int64
  private let duration: MediaTime
  private let held: MediaTime

  /// Half of the span over which an offset between sound and picture is taken.
  private static let halfSpan = MediaTime(milliseconds: 2_500)

  /// - Parameters:
  ///   - captured: when the pictures were, by number.
  ///   - rate: pictures a second.
  ///   - held: for how long they stay somewhere on purpose, which is no delay.
  init(
    _ view: CameraView, captured: [MediaTime], sound: SoundWatch, outages: [MediaTime] = [],
    rate: Int64, duration: MediaTime, held: MediaTime = .zero
  ) {
    self.view = view
    self.captured = captured
    self.sound = sound
    self.outages = outages
    self.rate = rate
    self.duration = duration
    self.held = held
  }

  /// Session time at which a picture was captured and shown, in order.
  private var delays: [(captured: MediaTime, delay: MediaTime)] {
    var delays: [(captured: MediaTime, delay: MediaTime)] = []
    for sight in view.sights {
      guard let number = sight.number, captured.indices.contains(number) else { continue }
      delays.append((captured[number], sight.time - captured[number] - held))
    }
    return delays
  }

  var report: CallTestReport.Picture {
    var picture = CallTestReport.Picture()
    picture.captured = captured.count
    picture.shown = view.sights.count
    var last: Int?
    for sight in view.sights {
      if let number = sight.number, number != last {
        picture.changed += 1
        last = number
      }
    }
    var freezes = FreezeCounter(interval: MediaTime(count: 1, rate: rate))
    for sight in view.sights { freezes.show(at: sight.time) }
    freezes.end(at: duration)
    picture.freezes = freezes.count
    picture.frozen = freezes.total.milliseconds
    picture.longestFreeze = freezes.longest.milliseconds
    if view.compared > 0 { picture.similarity = view.similarity / Double(view.compared) }
    let delays = delays
    picture.delay = Self.median(delays.map(\.delay))?.milliseconds
    picture.delays = delays.map { .init($0.captured.seconds, $0.delay.milliseconds) }
    add(offsets(delays), to: &picture)
    picture.recovery =
      outages.compactMap { end in
        view.sights.first { $0.time >= end }.map { ($0.time - end).milliseconds }
      }.max()
    return picture
  }

  /// How much later than the sound the picture came, every five seconds.
  private func offsets(
    _ delays: [(captured: MediaTime, delay: MediaTime)]
  ) -> [(time: MediaTime, offset: MediaTime)] {
    var offsets: [(time: MediaTime, offset: MediaTime)] = []
    var middle = Self.halfSpan
    var first = 0
    while middle < duration {
      let (start, end) = (middle - Self.halfSpan, middle + Self.halfSpan)
      while first < delays.count, delays[first].captured < start { first += 1 }
      var near: [MediaTime] = []
      var index = first
      while index < delays.count, delays[index].captured < end {
        near.append(delays[index].delay)
        index += 1
      }
      if let seen = Self.median(near),
        let heard = sound.delay(around: middle, within: Self.halfSpan)
      {
        offsets.append((middle, seen - heard))
      }
      middle = middle + Self.halfSpan + Self.halfSpan
    }
    return offsets
  }

  private func add(
    _ offsets: [(time: MediaTime, offset: MediaTime)], to picture: inout CallTestReport.Picture
  ) {
    picture.offsets = offsets.map { .init($0.time.seconds, $0.offset.milliseconds) }
    guard !offsets.isEmpty else { return }
    let third = (offsets.count + 2) / 3
    picture.offsetAtStart = Self.median(offsets.prefix(third).map(\.offset))?.milliseconds
    picture.offsetInMiddle =
      Self.median(offsets[(offsets.count - third) / 2..<(offsets.count + third) / 2].map(\.offset))?
      .milliseconds
    picture.offsetAtEnd = Self.median(offsets.suffix(third).map(\.offset))?.milliseconds
    picture.largestOffset = offsets.map { abs($0.offset.milliseconds) }.max()
  }

  private static func median(_ times: [MediaTime]) -> MediaTime? {
    let sorted = times.sorted()
    return sorted.isEmpty ? nil : sorted[sorted.count / 2]
  }
}
