import MediaCore
import Strokes
import Testing

@testable import CallSession

@Suite struct RoomRecordingTests {
  @Test func `everybody is told before anything of it is logged, and the log says who was`() throws
  {
    var stage = try Stage()
    let ann = try stage.join("Ann", as: .host)
    let bob = try stage.join("Bob")
    let eve = try stage.join("Eve")
    let key = try #require(stage.welcome(eve)).key
    stage.disconnect(eve)
    stage.send(.record(.start), from: ann)
    #expect(stage.heard(bob).first == .recording(.running))
    #expect(stage.logged == [.recordingStarted, .recordingAnnounced(to: [ann, bob])])
    #expect(stage.media == [.recording(.start, at: .zero)])

    // Somebody who comes while it runs hears of it before anything else.
    let joe = try stage.join("Joe")
    #expect(stage.heard(joe).first == .recording(.running))
    #expect(stage.logged == [.joined(name: "Joe"), .recordingAnnounced(to: [joe])])

    // So does who was away when it began; but nobody is logged twice.
    let seen = stage.room.sequence
    _ = try stage.join(JoinRequest(name: "Eve", resumption: .init(key: key, lastSequence: 3)))
    #expect(stage.heard(eve).first == .recording(.running))
    #expect(stage.logged == [.recordingAnnounced(to: [eve])])
    stage.disconnect(eve)
    _ = try stage.join(JoinRequest(name: "Eve", resumption: .init(key: key, lastSequence: seen)))
    #expect(stage.heard(eve).first == .recording(.running))
    #expect(stage.logged == [])
  }

  @Test func `a guest before the door knows of it, and is logged when let in`() throws {
    var stage = try Stage(hasWaitingRoom: true)
    let ann = try stage.join("Ann", as: .host)
    stage.send(.record(.start), from: ann)
    let bob = try stage.join("Bob")
    #expect(stage.heard(bob) == [.waiting(.running)])
    stage.send(.admit(bob), from: ann)
    #expect(stage.heard(bob).first == .recording(.running))
    #expect(stage.logged == [.joined(name: "Bob"), .recordingAnnounced(to: [bob])])
  }

  @Test func `a second recording is announced again`() throws {
    var stage = try Stage()
    let ann = try stage.join("Ann", as: .host)
    for _ in 0..<2 {
      stage.send(.record(.start), from: ann)
      #expect(stage.logged == [.recordingStarted, .recordingAnnounced(to: [ann])])
      stage.send(.record(.stop), from: ann)
      #expect(stage.logged == [.recordingStopped])
      #expect(stage.heard(ann).first == .recording(.off))
    }
    let bob = try stage.join("Bob")
    #expect(stage.welcome(bob).map { stage.heard(bob).first == .welcome($0) } == true)
  }

  @Test func `an act that does not fit the state is refused`() throws {
    let acts: [(RecordingState, Set<RecordingAct>)] = [
      (.off, [.start]), (.running, [.pause, .stop]), (.paused, [.resume, .stop]),
    ]
    for (state, allowed) in acts {
      for act in RecordingAct.allCases {
        var stage = try Stage()
        let ann = try stage.join("Ann", as: .host)
        if state != .off { stage.send(.record(.start), from: ann) }
        if state == .paused { stage.send(.record(.pause), from: ann) }
        stage.send(.record(act), from: ann)
        let expected: RoomError.Code? = allowed.contains(act) ? nil : .wrongState
        #expect(stage.refusal(of: ann) == expected, "\(act) when \(state)")
      }
    }
  }

  @Test func `a recording's end tells what is in it: pauses, tracks, who was told`() throws {
    var stage = try Stage()
    let ann = try stage.join("Ann", as: .host)
    stage.send(.publish(.microphone, name: "mic"), from: ann)
    stage.wait(1_000)
    stage.send(.record(.start), from: ann)
    stage.wait(1_000)
    stage.send(.publish(.camera, name: "camera"), from: ann)
    stage.wait(500)
    stage.send(.record(.pause), from: ann)
    stage.wait(2_000)
    stage.send(.record(.resume), from: ann)
    stage.wait(100)
    stage.send(.unpublish(2), from: ann)
    stage.wait(400)
    stage.send(.record(.pause), from: ann)
    stage.wait(300)
    stage.send(.record(.stop), from: ann)
    var recorded: RecordedSpan?
    for case .recorded(let span) in stage.media { recorded = span }
    let span = try #require(recorded)
    let at: (Int64) -> MediaTime = { MediaTime(milliseconds: $0) }
    #expect(span.start == at(1_000))
    #expect(span.end == at(5_300))
    #expect(span.pauses == [at(2_500)..<at(4_500), at(5_000)..<at(5_300)])
    #expect(span.tracks.map(\.track.name) == ["mic", "camera"])
    #expect(span.tracks.map(\.start) == [at(1_000), at(2_000)])
    #expect(span.tracks.map(\.end) == [at(5_300), at(4_600)])
    #expect(span.tracks.map(\.ownerName) == ["Ann", "Ann"])
    #expect(span.announcements == [.init(participant: ann, time: at(1_000))])

    let manifest = span.manifest(wallClockOrigin: 5)
    #expect(throws: Never.self) { try manifest.check() }
    #expect(manifest.timeline.duration == at(2_000))
    #expect(manifest.tracks.map(\.file) == ["tracks/1.webm", "tracks/2.webm"])
    #expect(manifest.tracks[0].gaps == [])
    #expect(
      manifest.tracks[1].gaps == [
        .init(.init(start: at(1_000), end: at(2_000)), .absent),
        .init(.init(start: at(4_600), end: at(5_300)), .absent),
      ])
  }
}
