import MediaCore
import Strokes
import TestSupport
import Testing

@Suite struct VideoCadenceTests {
  private func cadence(
    _ change: (inout VideoCadence.Configuration) -> Void = { _ in }
  ) -> VideoCadence {
    var configuration = VideoCadence.Configuration()
    change(&configuration)
    return VideoCadence(width: 64, height: 48, configuration: configuration)
  }

  private func damage(_ blocks: Int...) -> Damage {
    var map = BlockMap(width: 64, height: 48)
    for block in blocks { map.insert(block) }
    return Damage(blocks: map)
  }

  private func drain(_ cadence: inout VideoCadence, before time: MediaTime) -> [EncodeRequest] {
    var requests: [EncodeRequest] = []
    while let request = cadence.nextFrame(before: time) { requests.append(request) }
    return requests
  }

  private func required(_ request: EncodeRequest?) throws -> EncodeRequest {
    try #require(request)
  }

  private func milliseconds(_ value: Int64) -> MediaTime { MediaTime(milliseconds: value) }

  @Test func theFirstFrameIsAKeyFrameOfTheWholePicture() throws {
    var cadence = cadence()
    let request = try required(cadence.nextFrame(before: milliseconds(1)))
    #expect(request.time == .zero)
    #expect(request.wantsKeyFrame)
    #expect(request.blocks.count == 12)
    #expect(request.pass == .final)
  }

  @Test func aChangeIsShownAtTheFirstInstantAtOrAfterIt() {
    var cadence = cadence()
    _ = drain(&cadence, before: milliseconds(50))
    cadence.change(damage(3), at: milliseconds(50))
    cadence.change(damage(4), at: milliseconds(60))
    let requests = drain(&cadence, before: milliseconds(100))
    #expect(requests.map(\.time) == [MediaTime(count: 2, rate: 30)])
    #expect(requests.first?.blocks.indices == [3, 4])
    #expect(requests.first?.pass == .preview)
  }

  @Test func aChangeExactlyAtAnInstantIsShownThere() {
    var cadence = cadence()
    let instant = MediaTime(count: 3, rate: 30)
    _ = drain(&cadence, before: instant)
    cadence.change(damage(1), at: instant)
    #expect(cadence.deadline == instant)
  }

  @Test func whatMotionTouchedIsImprovedAtGrowingDistanceAndThenThereIsSilence() {
    var cadence = cadence()
    _ = drain(&cadence, before: milliseconds(1_000))
    for index in 30..<40 {
      let time = MediaTime(count: Int64(index), rate: 30)
      _ = drain(&cadence, before: time)
      cadence.change(damage(index % 5), at: time)
    }
    let requests = drain(&cadence, before: milliseconds(5_000))
    #expect(requests.map(\.refinement) == [0, 1, 2])
    #expect(requests.map(\.pass) == [.preview, .final, .final])
    #expect(requests[1].blocks.indices == [0, 1, 2, 3, 4])
    #expect(requests[2].blocks.indices == [0, 1, 2, 3, 4])
    #expect(requests[1].time == MediaTime(count: 45, rate: 30))
    #expect(requests[2].time == MediaTime(count: 60, rate: 30))
  }

  @Test func aPauseTooShortForSharpnessKeepsTheBlocksForLater() {
    var cadence = cadence()
    _ = drain(&cadence, before: milliseconds(100))
    cadence.change(damage(1), at: milliseconds(100))
    _ = drain(&cadence, before: milliseconds(500))
    cadence.change(damage(7), at: milliseconds(500))
    let requests = drain(&cadence, before: milliseconds(4_000))
    #expect(requests.last?.blocks.indices == [1, 7])
    #expect(requests.last?.refinement == 2)
  }

  @Test func aStillBoardHasNothingButHeartbeats() {
    var cadence = cadence()
    let requests = drain(&cadence, before: milliseconds(60_000))
    #expect(requests.count == 12)
    for (index, request) in requests.enumerated() where index > 0 {
      #expect(request.blocks.isEmpty)
      #expect(!request.wantsKeyFrame)
      #expect(request.time == milliseconds(Int64(index) * 5_000))
    }
  }

  /// When key frames come if something changes in the frames that `changes` names, for a minute.
  private func keyFrames(_ changes: (Int) -> Bool) -> [MediaTime] {
    var cadence = cadence()
    var keys: [MediaTime] = []
    for index in 1..<1_800 {
      let time = MediaTime(count: Int64(index), rate: 30)
      for request in drain(&cadence, before: time) where request.wantsKeyFrame {
        keys.append(request.time)
        #expect(request.blocks.count == 12)
      }
      if changes(index) { cadence.change(damage(index % 12), at: time) }
    }
    return keys
  }

  @Test func keyFramesAre300FramesApartWhileEverythingMoves() {
    #expect(keyFrames { _ in true } == (0..<6).map { milliseconds($0 * 10_000) })
  }

  @Test func keyFramesComeWithAChange() {
    // A still stretch from 5 s to 47 s.
    #expect(
      keyFrames { $0 < 150 || $0 > 1_410 } == [
        .zero, MediaTime(count: 1_411, rate: 30), MediaTime(count: 1_711, rate: 30),
      ])
  }

  @Test func whereLittleChangesKeyFramesAreRarer() {
    // Half of the frames: 300 of them take 20 s.
    #expect(keyFrames { $0 % 2 == 0 } == [0, 20_000, 40_000].map { milliseconds($0) })
    // One in ten would take a hundred.
    #expect(keyFrames { $0 % 10 == 0 } == [0, 30_000].map { milliseconds($0) })
  }

  @Test func aConstantRateHasAFrameAtEveryInstant() {
    var cadence = cadence { $0.isConstantRate = true }
    cadence.change(damage(2), at: milliseconds(500))
    let requests = drain(&cadence, before: milliseconds(10_000))
    #expect(requests.count == 300)
    for (index, request) in requests.enumerated() {
      #expect(request.time == MediaTime(count: Int64(index), rate: 30))
    }
  }

  /// REC-06: 20 s of times with ±15 ms of jitter and equal neighbours lose nothing.
  @Test(arguments: 0..<20)
  func jitteredAndEqualTimesLoseNothing(seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed))
    var cadence = cadence()
    var last = MediaTime(nanoseconds: -1)
    var shown = 0
    var submitted = 0
    func take(_ request: EncodeRequest) {
      #expect(request.time > last)
      last = request.time
      if request.wantsKeyFrame || request.pass == .preview { shown = submitted }
    }
    for index in 0..<600 {
      let jitter = Int64(generator.next() % 31) - 15
      var time = milliseconds(max(Int64(index) * 1_000 / 30 + jitter, 0))
      if generator.chance(0.2) { time = last }
      for request in drain(&cadence, before: time) { take(request) }
      submitted += 1
      cadence.change(damage(index % 12), at: time)
    }
    let end = milliseconds(20_000)
    for request in drain(&cadence, before: cadence.finalInstant(end: end)) { take(request) }
    let final = try required(cadence.finalFrame(end: end))
    #expect(final.time > last)
    #expect(final.pass == .final)
    #expect(end - final.time <= milliseconds(34))
    // What came after the last frame in motion is in the final one.
    #expect(shown >= submitted - 2)
    for index in shown..<submitted { #expect(final.blocks.contains(index % 12)) }
  }

  /// REC-16: at 60 fps and at 30 fps ±12 ms, times rise even when rounded to milliseconds.
  @Test(arguments: [(60, 0), (30, 12)])
  func timesRiseInWholeMilliseconds(_ pair: (Int64, Int64)) throws {
    var generator = SeededGenerator(seed: 9)
    let rate = try #require(FrameRate(frames: pair.0))
    var cadence = cadence { $0.rate = rate }
    var times: [Int64] = []
    let count = pair.0 * 10
    for index in 0..<count {
      let jitter = pair.1 == 0 ? 0 : Int64(generator.next() % UInt64(2 * pair.1 + 1)) - pair.1
      let time = max(rate.instant(index) + milliseconds(jitter), .zero)
      for request in drain(&cadence, before: time) {
        times.append(request.time.nanoseconds / 1_000_000)
      }
      cadence.change(damage(Int(index % 12)), at: time)
    }
    times += drain(&cadence, before: milliseconds(10_000)).map { $0.time.nanoseconds / 1_000_000 }
    for index in 1..<times.count { #expect(times[index] > times[index - 1]) }
    if pair.1 == 0 { #expect(times.count == Int(count)) }
  }

  @Test(arguments: [Int64(1), 20, 33, 34, 100, 966, 967, 1_000, 61_234])
  func theLastFrameStandsAtTheLastInstantBeforeTheEnd(end: Int64) throws {
    var cadence = cadence()
    _ = drain(&cadence, before: cadence.finalInstant(end: milliseconds(end)))
    let final = try required(cadence.finalFrame(end: milliseconds(end)))
    #expect(final.time < milliseconds(end))
    #expect(milliseconds(end) - final.time <= MediaTime(count: 1, rate: 30))
    #expect(final.pass == .final)
  }

  @Test func aChangeAfterTheLastInstantIsStillShown() throws {
    var cadence = cadence()
    _ = drain(&cadence, before: milliseconds(990))
    cadence.change(damage(5), at: milliseconds(990))
    let end = milliseconds(995)
    #expect(drain(&cadence, before: cadence.finalInstant(end: end)).isEmpty)
    let final = try required(cadence.finalFrame(end: end))
    #expect(final.blocks.indices == [5])
    #expect(final.time < end && final.time > milliseconds(960))
  }

  @Test func anEmptySessionHasOneFrame() throws {
    var cadence = cadence()
    #expect(drain(&cadence, before: cadence.finalInstant(end: .zero)).isEmpty)
    let final = try required(cadence.finalFrame(end: .zero))
    #expect(final.time == .zero && final.wantsKeyFrame && final.blocks.count == 12)
  }

  @Test func aFrameThatWasNotMadeIsAskedForAgain() throws {
    var cadence = cadence()
    _ = drain(&cadence, before: milliseconds(30))
    cadence.change(damage(6), at: milliseconds(30))
    let refused = try required(cadence.nextFrame(before: milliseconds(100)))
    cadence.restore(refused)
    let again = try required(cadence.nextFrame(before: milliseconds(100)))
    #expect(again.blocks.indices == [6])
    #expect(again.time > refused.time)
  }

  @Test func aHintHoldsForOneStepOnly() {
    var cadence = cadence()
    _ = drain(&cadence, before: milliseconds(30))
    var cleared = damage(1, 2)
    cleared.hint = .cleared
    cadence.change(cleared, at: milliseconds(30))
    #expect(cadence.nextFrame(before: milliseconds(40))?.hint == .cleared)
    cadence.change(cleared, at: milliseconds(60))
    cadence.change(damage(3), at: milliseconds(61))
    let request = cadence.nextFrame(before: milliseconds(70))
    #expect(request != nil && request?.hint == nil)
  }

  @Test
  func `a key frame that is wanted comes at the next instant, once, also when nothing changes`()
    throws
  {
    var cadence = cadence { $0.keyFrameInterval = MediaTime(milliseconds: 3_600_000) }
    _ = drain(&cadence, before: milliseconds(1_000))
    cadence.wantKeyFrame(at: milliseconds(1_010))
    #expect(cadence.deadline == MediaTime(count: 31, rate: 30))
    let requests = drain(&cadence, before: milliseconds(1_200))
    #expect(requests.map(\.wantsKeyFrame) == [true])
    #expect(requests.first?.blocks.count == 12)
    cadence.change(damage(3), at: milliseconds(1_210))
    #expect(drain(&cadence, before: milliseconds(1_300)).map(\.wantsKeyFrame) == [false])
  }
}
