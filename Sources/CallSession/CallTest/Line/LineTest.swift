package import MediaCore

/// One end of a line whose other end sends back what it gets (`EchoLine`): somebody who talks before a
/// camera, and hears and sees what comes back.
///
///     speech ─▶ Opus ─┐                 ┌─▶ jitter buffer ─▶ ear ──┐
///     camera ─▶ VP8 ──┴─▶ WebRTCClient ─┴─▶ decoder ─▶ eye ────────┴─▶ report
///
/// The client belongs to whoever connects it; `advance` is called after everything that happens to it. The
/// test begins when media flow.
package struct LineTest: ~Copyable {
  package let plan: LineTestPlan
  /// When media began to flow; nil before.
  package private(set) var began: MediaTime?
  private var isConnected = false

  // Devices.
  let script: TurnScript
  private var voice: VoiceEncoder
  private var camera: SeatCamera
  private(set) var blocks: Int64 = 0
  /// Those of them that this machine took too late for them to be in time anywhere.
  private(set) var lateBlocks: Int64 = 0
  private var pictures: Int64 = 0
  private var seconds: Int64 = 1

  // What comes back.
  private(set) var player: EchoPlayer
  let view: CameraView

  // What is measured. Times are the test's, from when media flow.
  private(set) var heard = EarRecording()
  private(set) var spoken: Int64 = 0
  private(set) var captured: [MediaTime] = []
  private(set) var up = LinkWatch()
  private(set) var down = LinkWatch()

  /// What a jitter buffer cannot take for the network's.
  private static let tooLate = MediaTime(milliseconds: 60)
  /// Samples that the sound card takes and plays at once.
  static let blockLength: Int64 = 960

  package init(_ plan: LineTestPlan) throws(MediaError) {
    let voice = try VoiceEncoder(VoiceEncoder.settings)
    let camera = try SeatCamera(plan.camera, participant: plan.person)
    let player = try EchoPlayer()
    view = try CameraView(of: plan.person, plan.camera)
    self.plan = plan
    self.voice = voice
    self.camera = camera
    self.player = player
    // Everybody has to be there for as long as in a call: whoever echoes comes later.
    script = TurnScript(
      [plan.speech], from: TurnScript.usualStart + plan.echoDelay, until: plan.speechEnd)
  }

  /// How far it is: 0 before media flow.
  package func time(at now: MediaTime) -> MediaTime {
    began.map { min(now - $0, plan.duration) } ?? .zero
  }

  package func isOver(at now: MediaTime) -> Bool { time(at: now) >= plan.duration }

  /// When `advance` is to be called; nil while no media flow.
  package var deadline: MediaTime? {
    guard isConnected, let began else { return nil }
    let device = min(time(ofBlock: blocks + 1), time(ofPicture: pictures))
    return MediaTime.earliest(began + device, player.deadline)
  }

  private func time(ofBlock block: Int64) -> MediaTime {
    MediaTime(count: block * Self.blockLength, rate: TurnScript.rate)
  }

  private func time(ofPicture number: Int64) -> MediaTime {
    MediaTime(count: number, rate: plan.camera.rate)
  }

  /// Takes what has come, and sends, plays and shows what is due.
  ///
  /// - Throws: when a codec refuses.
  mutating func advance(
    _ client: inout WebRTCClient, at now: MediaTime, into outputs: inout WebRTCClientOutputs
  ) throws(MediaError) {
    isConnected = client.peer?.state == .connected
    guard isConnected, let peer = client.peer else { return }
    let began = began ?? now
    self.began = began
    for event in peer.takeReceived() { player.take(event, at: now) }
    let passed = time(at: now)
    while time(ofBlock: blocks + 1) <= passed {
      if passed - time(ofBlock: blocks + 1) > Self.tooLate { lateBlocks += 1 }
      try hearAndSpeak(&client, at: now, since: began, into: &outputs)
    }
    while time(ofPicture: pictures) <= passed, passed < plan.duration {
      try film(&client, at: now, into: &outputs)
    }
    while let frame = player.nextPicture(at: now) {
      if !view.show(frame.bytes, at: now - began) { peer.decoderFailed(at: now) }
    }
    while MediaTime(milliseconds: seconds * 1_000) <= passed {
      count(client, peer)
      up.sample(estimate: peer.session.estimate, at: MediaTime(milliseconds: seconds * 1_000))
      down.sample(estimate: 0, at: MediaTime(milliseconds: seconds * 1_000))
      seconds += 1
    }
  }

  private mutating func count(_ client: borrowing WebRTCClient, _ peer: WebRTCPeer) {
    up.count(packets: client.sent.packets, bytes: client.sent.bytes)
    down.count(packets: peer.received.packets, bytes: peer.received.bytes)
  }

  // MARK: Devices

  /// The sound card has taken 20 ms and wants the next 20 ms.
  private mutating func hearAndSpeak(
    _ client: inout WebRTCClient, at now: MediaTime, since began: MediaTime,
    into outputs: inout WebRTCClientOutputs
  ) throws(MediaError) {
    let first = blocks * Self.blockLength
    let samples = script.samples(of: 0, from: first, count: Int(Self.blockLength))
    if TurnScript.isSpeech(samples) { spoken += Self.blockLength }
    let (payload, level) = try voice.encode(samples, loss: client.peer?.loss ?? 0)
    let packet = LiveSoundEncoder.Packet(
      bytes: payload, ticks: first, time: began + time(ofBlock: blocks))
    client.withPeer(at: now, into: &outputs) {
      $0.sendSound(packet, level: level, at: now, into: &$1)
    }
    blocks += 1
    let isFirst = heard.end == nil
    player.play(Int(Self.blockLength), at: now, into: &heard.samples)
    heard.note(first: blocks * Self.blockLength, isFirst: isFirst)
  }

  private mutating func film(
    _ client: inout WebRTCClient, at now: MediaTime, into outputs: inout WebRTCClientOutputs
  ) throws(MediaError) {
    captured.append(time(at: now))
    defer { pictures += 1 }
    guard let peer = client.peer,
      let request = peer.cameraRequest(CallClient.Configuration.cameraBitrates, at: now)
    else { return }
    guard let frame = try camera.encode(pictures, now, request) else {
      if request.wantsKeyFrame { peer.missedKeyFrame() }
      return
    }
    client.withPeer(at: now, into: &outputs) {
      $0.sendCamera(frame, captured: now, at: now, into: &$1)
    }
  }
}

extension WebRTCClient {
  /// Takes the test of the line as far as it is: see `LineTest.advance`.
  package mutating func run(
    _ test: inout LineTest, at now: MediaTime, into outputs: inout WebRTCClientOutputs
  ) throws(MediaError) {
    try test.advance(&self, at: now, into: &outputs)
  }
}
