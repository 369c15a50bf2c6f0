import MediaCore
import Strokes
import Testing

@testable import CallSession

@Suite struct CallRoomScreenTests {
  /// Guest 1 is the host and shares, guest 2 watches.
  private func stage(_ link: LinkSettings = LinkSettings()) throws -> CallStage {
    var stage = try CallStage(link: link)
    try stage.join(1, as: .host, tone: 400)
    try stage.join(2)
    var random = stage.random
    stage.guests[0].addScreen(using: &random)
    try stage.run(300)
    try stage.guests[0].send(.publish(.screen, name: "screen"), at: stage.now)
    try stage.run(200)
    let published = stage.track(.screen, of: 1)
    stage.guests[1].receiveCamera(of: 1, .screen)
    try stage.guests[1].send(.subscribe(try #require(published)), at: stage.now)
    return stage
  }

  private func share(_ milliseconds: Int64, on stage: inout CallStage) throws {
    var answered = 0
    try stage.run(milliseconds) { now, guests in
      guard now.nanoseconds % 100_000_000 == 0 else { return }
      let wanted = guests[0].keyFramesWanted
      guests[0].sendFrame(isKeyFrame: wanted > answered, .screen, at: now)
      answered = wanted
    }
  }

  private func screens(_ stage: borrowing CallStage) -> [(captured: MediaTime, at: MediaTime)] {
    var found: [(captured: MediaTime, at: MediaTime)] = []
    for case .screen(1, _, _, let captured, let time) in stage.records {
      found.append((captured, time))
    }
    return found
  }

  @Test func `a screen goes to who watches it and to the recorder, from a key frame on`() throws {
    var stage = try stage()
    try share(3_000, on: &stage)
    let frames = stage.guests[1].cameraFrames
    #expect(frames.count > 15 && frames.first?.isKeyFrame == true)
    let recorded = screens(stage)
    #expect(recorded.count >= frames.count)
    for (earlier, later) in zip(recorded, recorded.dropFirst()) {
      #expect(later.captured > earlier.captured && later.captured <= later.at)
    }
    // When it ends nothing goes on.
    let published = stage.track(.screen, of: 1)
    try stage.guests[0].send(.unpublish(try #require(published)), at: stage.now)
    try share(500, on: &stage)
    let count = stage.guests[1].cameraFrames.count
    try share(1_000, on: &stage)
    #expect(stage.guests[1].cameraFrames.count == count)
    #expect(stage.track(.screen, of: 1) == nil)
  }

  @Test func `who has no right to share, or comes second, is told so`() throws {
    var stage = try stage()
    try stage.guests[1].send(.publish(.screen, name: "mine"), at: stage.now)
    try stage.run(300)
    #expect(stage.guests[1].refusals.map(\.error.code) == [.notAllowed])
    try stage.guests[0].send(.setRole(AuthorID(2), .presenter), at: stage.now)
    try stage.run(300)
    try stage.guests[1].send(.publish(.screen, name: "mine"), at: stage.now)
    try stage.run(300)
    #expect(stage.guests[1].refusals.map(\.error.code) == [.notAllowed, .alreadyShared])
  }

  @Test func `on a narrow path the screen stays and cameras go`() throws {
    var stage = try stage()
    try stage.guests[0].send(.publish(.camera, name: "camera"), at: stage.now)
    try stage.run(200)
    let published = stage.track(.camera, of: 1)
    stage.guests[1].receiveCamera(of: 1)
    try stage.guests[1].send(.subscribe(try #require(published)), at: stage.now)
    try share(3_000, on: &stage)
    let found = stage.room.leg(stage.guests[1].leg)
    let leg = try #require(found)
    let estimate = leg.transport.session.estimate
    let screen = try #require(stage.guests[0].screenLimit)
    #expect(screen >= stage.room.configuration.screenBitrates.lowerBound && screen < estimate)
    let rest = CameraShares.left(of: estimate, loss: 0) - screen
    if rest < stage.room.configuration.cameraBitrates.lowerBound {
      for camera in leg.cameras { #expect(camera.isAllowed == (camera.kind == .screen)) }
    }
  }
}
