import MediaCore
import Strokes

/// One participant of a call test: a client with the machine around it, which has a sound card, a camera,
/// a pen, codecs, and eyes and ears.
///
/// The machine's clocks are not the session's: what the client is told passes through `clocks`.
final class CallTestSeat {
  let index: Int
  let plan: CallTestPlan
  let clocks: ParticipantClocks
  var client: CallClient
  var outputs = CallClientOutputs()
  var random: SimulationGenerator

  // Devices.
  let speech: TurnScript
  let acts: [DrawingScript.Act]
  /// Blocks of sound that were taken, and played.
  var soundBlock: Int64 = 0 {
    didSet { nextBlock = time(ofBlock: soundBlock + 1) }
  }
  /// When the next one is taken and played.
  private var nextBlock = MediaTime.zero
  var pictureNumber: Int64 = 0
  /// Of the screen; negative when it has been shared.
  var screenNumber: Int64 = 0
  var nextAct = 0
  let isMute: Bool
  let hasFrozenCamera: Bool

  // Codecs.
  var workers: SimulatedWorkers<CallTestJob>
  var finished: [CallTestJob] = []
  var camera: SeatCamera
  let screen: SeatScreen?
  var views: [CameraView]
  let screenView: ScreenView?
  let board: BoardViewer

  // What is measured.
  var heard = EarRecording()
  var spoken: Int64 = 0
  /// Of the camera, by number: session time.
  var captured: [MediaTime] = []
  private(set) var refusals: [RoomError] = []

  static let soundBlockLength: Int64 = 960

  init(
    _ index: Int, _ plan: CallTestPlan, drawing: DrawingScript?, reference: InkReference,
    context: consuming LibSRTPContext
  ) throws(MediaError) {
    self.index = index
    self.plan = plan
    acts = drawing?.acts ?? []
    clocks = plan.profile.clocks(ofParticipant: index, seed: plan.seed)
    speech = TurnScript(plan.speech, until: plan.duration - CallTestMeasurements.rest)
    isMute = plan.disturbances.contains(.mute(index))
    hasFrozenCamera = plan.disturbances.contains(.frozenCamera(index))
    random = SimulationGenerator(seed: plan.seed, stream: UInt64(index) << 8 | 3)
    let number = UInt32(index + 1)
    let others = plan.names.indices.filter { $0 != index }
    var configuration = CallClient.Configuration(
      participant: number, name: plan.names[index], others: others.map { UInt32($0 + 1) })
    configuration.hasCamera = plan.hasCameras
    configuration.canShare = plan.share?.participant == index
    configuration.hasRecoveryFrames = plan.encoder == .faceboard
    client = try CallClient(configuration, context: context, using: &random)
    workers = SimulatedWorkers(
      count: 1, seed: plan.seed ^ UInt64(index) &* 0x9E37_79B9_7F4A_7C15)
    camera = try SeatCamera(plan.camera, participant: index)
    screen = try Self.screen(plan, index)
    screenView = try Self.screenView(plan, index)
    views =
      plan.hasCameras
      ? try others.map { other throws(MediaError) in
        try CameraView(of: other, plan.camera, sampling: plan.sampling)
      } : []
    board = try BoardViewer(plan.header, reference)
    nextBlock = time(ofBlock: 1)
  }

  private static func screen(
    _ plan: CallTestPlan, _ index: Int
  ) throws(MediaError) -> SeatScreen? {
    guard let share = plan.share, share.participant == index else { return nil }
    return try SeatScreen(share)
  }

  private static func screenView(
    _ plan: CallTestPlan, _ index: Int
  ) throws(MediaError) -> ScreenView? {
    guard let share = plan.share, share.participant != index else { return nil }
    return try ScreenView(of: share.participant)
  }

  /// The client's clock.
  func local(_ now: MediaTime) -> MediaTime { clocks.system.reading(at: now) }

  /// Session time at which the sound card has taken and played so many blocks.
  private func time(ofBlock block: Int64) -> MediaTime {
    clocks.samples.time(ofSample: block * Self.soundBlockLength, rate: TurnScript.rate)
  }

  private func time(ofPicture number: Int64) -> MediaTime {
    clocks.system.time(
      ofReading: clocks.system.offset + MediaTime(count: number, rate: plan.camera.rate))
  }

  var deadline: MediaTime? {
    var deadline = client.deadline.map { clocks.system.time(ofReading: $0) }
    deadline = MediaTime.earliest(deadline, nextBlock)
    if plan.hasCameras { deadline = MediaTime.earliest(deadline, time(ofPicture: pictureNumber)) }
    if nextAct < acts.count { deadline = MediaTime.earliest(deadline, acts[nextAct].time) }
    deadline = MediaTime.earliest(deadline, time(ofScreen: screenNumber))
    return MediaTime.earliest(deadline, workers.deadline)
  }

  /// Everybody asks to come in as soon as the test begins.
  func join(at now: MediaTime) throws(MediaError) {
    client.join(at: local(now), into: &outputs)
    take(at: now)
  }

  func receive(_ datagram: [UInt8], at now: MediaTime) {
    client.receive(datagram, at: local(now), into: &outputs)
    take(at: now)
  }

  func wake(at now: MediaTime, reference: InkReference) throws(MediaError) {
    while nextBlock <= now { try hearAndSpeak(at: now) }
    while plan.hasCameras, time(ofPicture: pictureNumber) <= now { film(at: now) }
    while let due = time(ofScreen: screenNumber), due <= now { share(at: now) }
    while nextAct < acts.count, acts[nextAct].time <= now {
      draw(acts[nextAct], reference, at: now)
      nextAct += 1
    }
    finished.removeAll(keepingCapacity: true)
    workers.finish(until: now, into: &finished)
    for job in finished { try finish(job, reference, at: now) }
    client.handleTimeout(at: local(now), using: &random, into: &outputs)
    take(at: now)
  }

  // MARK: Devices

  /// The sound card has taken 20 ms and wants the next 20 ms.
  private func hearAndSpeak(at now: MediaTime) throws(MediaError) {
    let first = soundBlock * Self.soundBlockLength
    var samples = speech.samples(of: index, from: first, count: Int(Self.soundBlockLength))
    if isMute { for place in samples.indices { samples[place] = 0 } }
    if TurnScript.isSpeech(samples) { spoken += Self.soundBlockLength }
    try client.capture(
      samples, first: first, captured: local(time(ofBlock: soundBlock)), at: local(now),
      into: &outputs)
    soundBlock += 1
    let played = heard.end
    client.play(
      Int(Self.soundBlockLength), at: local(now), into: &heard.samples)
    heard.note(first: soundBlock * Self.soundBlockLength, isFirst: played == nil)
    take(at: now)
  }

  private func film(at now: MediaTime) {
    captured.append(now)
    if let request = client.cameraRequest(at: local(now)) {
      let shown = hasFrozenCamera ? 0 : pictureNumber
      workers.submit(
        .encode(number: shown, captured: local(now), request), taking: CallTestJob.encoding,
        at: now)
    }
    pictureNumber += 1
  }

  private func draw(_ act: DrawingScript.Act, _ reference: InkReference, at now: MediaTime) {
    reference.apply(act, by: AuthorID(UInt32(index + 1)))
    if let stroke = act.stroke, plan.disturbances.contains(.lostStroke(stroke)) { return }
    let stamp = BoardTime(ticks: local(now).nanoseconds / 100_000)
    // What cannot be drawn is refused by the room as well; here it is left out.
    try? client.command(.draw(act.action, captured: stamp), at: local(now), into: &outputs)
    take(at: now)
  }

  // MARK: What comes

  /// Takes over what the client has for the machine; datagrams stay for the carrier.
  private func take(at now: MediaTime) {
    guard !outputs.events.isEmpty else { return }
    let events = outputs.events
    outputs.events.removeAll(keepingCapacity: true)
    for event in events {
      switch event {
      case .boardFrame(let frame):
        workers.submit(.decodeBoard(frame.bytes), taking: CallTestJob.decoding, at: now)
      case .cameraFrame(let participant, let frame):
        workers.submit(
          .decode(participant: Int(participant) - 1, frame.bytes), taking: CallTestJob.decoding,
          at: now)
      case .screenFrame(_, let frame):
        workers.submit(.decodeScreen(frame.bytes), taking: CallTestJob.decoding, at: now)
      case .board(let step): board.take(step)
      case .welcome: greet(at: now)
      case .refused(let error): refusals.append(error)
      }
    }
    board.see(at: now)
  }

  /// A recorded call has words in it, too.
  private func greet(at now: MediaTime) {
    guard plan.isRecorded else { return }
    if index == 0 { try? client.command(.record(.start), at: local(now), into: &outputs) }
    let words = "Hello, this is \(plan.names[index])."
    try? client.command(.say(words, attachments: []), at: local(now), into: &outputs)
  }

  private func finish(
    _ job: CallTestJob, _ reference: InkReference, at now: MediaTime
  ) throws(MediaError) {
    switch job {
    case .encode(let number, let captured, let request):
      guard let frame = try camera.encode(number, captured, request) else {
        if request.wantsKeyFrame { client.missedKeyFrame() }
        return
      }
      client.sendCamera(frame, captured: captured, at: local(now), into: &outputs)
      take(at: now)
    case .encodeScreen(let number, let captured, let request):
      try finishScreen(number, captured, request, at: now)
      take(at: now)
    case .decodeScreen(let bytes):
      guard let screenView, !screenView.show(bytes) else { return }
      client.decoderFailed(
        CallStreams.source(.screen, of: UInt32(screenView.participant + 1)), at: local(now),
        into: &outputs)
    case .decode(let participant, let bytes):
      guard let view = views.first(where: { $0.participant == participant }) else { return }
      if !view.show(bytes, at: now) {
        client.decoderFailed(
          CallStreams.source(.camera, of: UInt32(participant + 1)), at: local(now), into: &outputs)
      }
    case .decodeBoard(let bytes):
      if !board.decode(bytes, at: now) {
        client.decoderFailed(
          CallStreams.source(.board, of: UInt32(index + 1)), at: local(now), into: &outputs)
      }
    }
  }
}
