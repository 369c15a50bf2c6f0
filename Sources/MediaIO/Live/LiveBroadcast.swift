package import MediaCore

/// Plays a live source in real time to its senders.
///
/// One thread does everything: it waits for the next change, packet, datagram or report, whichever comes
/// first.
package struct LiveBroadcast: ~Copyable {
  package struct Progress: Sendable {
    /// Stream time.
    package var time: MediaTime
    /// In the order of the senders.
    package var senders: [LiveStatus]
    /// What a person should be told since the last progress, a line each.
    package var notes: [String]

    package init(time: MediaTime, senders: [LiveStatus], notes: [String] = []) {
      self.time = time
      self.senders = senders
      self.notes = notes
    }
  }

  private let source: any LiveSource
  private let senders: [any LiveSender]
  private let loop: EventLoop
  private var picture: I420Picture
  private var sound: LiveSoundEncoder?
  /// A packet that is due and not complete: it is asked for again a little later.
  private var soundRetry = MediaTime.zero

  /// Of what is to be heard so much is known before: a packet's length, so that it leaves when its first
  /// sample is due.
  private static let soundLead = MediaTime(milliseconds: 20)
  private static let soundPatience = MediaTime(milliseconds: 5)
  /// What is said of the progress need not be newer.
  private static let progressInterval = MediaTime(milliseconds: 100)
  /// Descriptors that a sender may have.
  private static let identifiersEach = 1 << 24

  /// - Parameter loop: its clock's time 0 is the stream's.
  package init(
    _ source: any LiveSource, to senders: [any LiveSender], loop: EventLoop
  ) throws(MediaError) {
    let sound = source.channels > 0 ? try LiveSoundEncoder(channels: source.channels) : nil
    let (width, height) = source.size
    let shape = LiveStreamShape(
      width: width, height: height, channels: source.channels,
      wallClockOrigin: SystemClock.wall - loop.clock.now.nanoseconds)
    for (index, sender) in senders.enumerated() {
      try sender.begin(in: loop, identifiers: Self.identifiers(of: index), stream: shape)
    }
    let waker = loop.waker
    source.callOnNews { waker.wake() }
    self.source = source
    self.senders = senders
    self.loop = loop
    self.sound = consume sound
    picture = I420Picture(width: width, height: height)
  }

  /// Plays until the source ends, a signal to stop comes, or `progress` answers false; then, and also when
  /// something has failed, says goodbye.
  package mutating func run(_ progress: (Progress) -> Bool) throws(MediaError) {
    var failure: MediaError?
    do throws(MediaError) {
      try play(progress)
    } catch {
      failure = error
    }
    let now = loop.clock.now
    for sender in senders {
      do throws(MediaError) {
        try sender.finish(at: now, after: failure)
      } catch {
        failure = failure ?? error
      }
    }
    _ = progress(state(at: now))
    if let failure { throw failure }
  }

  private mutating func play(_ progress: (Progress) -> Bool) throws(MediaError) {
    var nextProgress = MediaTime.zero
    var goesOn = true
    while goesOn {
      let now = loop.clock.now
      try draw(at: now)
      try hear(at: now)
      for sender in senders { try sender.advance(picture, to: now) }
      if nextProgress <= now {
        nextProgress = now + Self.progressInterval
        goesOn = progress(state(at: now))
      }
      if let end = source.end, end <= now, !senders.contains(where: \.isBusy) { break }
      let wakening = try loop.wait(until: min(deadline ?? nextProgress, nextProgress))
      for ready in wakening.ready { try handle(ready) }
      if wakening.isStopping { break }
    }
  }

  private func state(at now: MediaTime) -> Progress {
    Progress(
      time: now, senders: senders.map(\.status),
      notes: source.takeNotes() + senders.flatMap { $0.takeNotes() })
  }

  private mutating func draw(at now: MediaTime) throws(MediaError) {
    guard let change = try source.draw(at: now, into: &picture) else { return }
    for sender in senders { try sender.show(picture, change) }
  }

  private mutating func hear(at now: MediaTime) throws(MediaError) {
    guard sound != nil else { return }
    let known = now + Self.soundLead
    while let piece = try source.nextSound(before: known) { try sound?.add(piece) }
    while let packet = try sound?.next(before: known) {
      for sender in senders { try sender.hear(packet, at: now) }
    }
    soundRetry = now + Self.soundPatience
  }

  private func handle(_ ready: EventLoop.Ready) throws(MediaError) {
    let now = loop.clock.now
    for (index, sender) in senders.enumerated()
    where Self.identifiers(of: index).contains(ready.id) {
      try sender.handle(ready, at: now)
    }
  }

  private var deadline: MediaTime? {
    var deadline = source.deadline
    // Once it is over, what still waits to be sent decides.
    if let end = source.end, end > loop.clock.now { deadline = min(deadline ?? end, end) }
    switch sound {
    case .some(let sound):
      let due = max(sound.deadline - Self.soundLead, soundRetry)
      deadline = min(deadline ?? due, due)
    case .none: break
    }
    for sender in senders {
      if let due = sender.deadline { deadline = min(deadline ?? due, due) }
    }
    return deadline
  }

  private static func identifiers(of sender: Int) -> Range<Int> {
    (sender + 1) * identifiersEach..<(sender + 2) * identifiersEach
  }
}
