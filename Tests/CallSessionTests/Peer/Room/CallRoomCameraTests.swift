import MediaCore
import Strokes
import TestSupport
import Testing

@testable import CallSession

@Suite struct CallRoomCameraTests {
  /// Guest 1 has a camera, 2 and 3 receive it. Key frames come when they are wanted.
  private func stage() throws -> CallStage {
    var stage = try CallStage()
    for number in 1...3 { try stage.join(UInt32(number), tone: number == 1 ? 400 : nil) }
    try stage.guests[0].send(.publish(.camera, name: "camera"), at: stage.now)
    try stage.run(100)
    let published = stage.track(.camera, of: 1)
    let track = try #require(published)
    for guest in stage.guests.dropFirst() {
      guest.receiveCamera(of: 1)
      try guest.send(.subscribe(track), at: stage.now)
    }
    return stage
  }

  /// - Parameter size: bytes of a frame, 16 of which come a second, or less as the sender is told.
  private func film(
    _ milliseconds: Int64, size: Int = 0, on stage: inout CallStage
  ) throws {
    var answered = stage.guests[0].keyFramesWanted
    try stage.run(milliseconds) { now, guests in
      let session = guests[0].transport.session
      guard now.nanoseconds % 60_000_000 == 0, !session.isCongested else { return }
      let wanted = guests[0].keyFramesWanted
      let told = min(session.estimate, guests[0].cameraLimit ?? .max) / 8 / 17
      guests[0].sendFrame(isKeyFrame: wanted > answered, size: min(size, Int(told)), at: now)
      answered = wanted
    }
  }

  @Test func `a camera goes to who receives it, from a key frame on`() throws {
    var stage = try stage()
    // Before anybody wants one.
    try film(3_000, on: &stage)
    for guest in stage.guests.dropFirst() {
      #expect(guest.cameraFrames.first?.isKeyFrame == true)
      #expect(guest.cameraFrames.count > 15)
      // The first ones come before it is known where their sound is.
      let times = guest.cameraFrames.dropFirst(30).map(\.timestamp)
      for (earlier, later) in zip(times, times.dropFirst()) {
        let distance = Int(Int32(bitPattern: later &- earlier))
        #expect((5_000...5_900).contains(distance), "60 ms are \(distance) ticks")
      }
    }
  }

  @Test func `a request for a key frame is passed on, every 300 ms at most`() throws {
    var stage = try stage()
    try film(2_000, on: &stage)
    let before = stage.guests[0].keyFramesWanted
    for _ in 0..<10 {
      for guest in stage.guests.dropFirst() { guest.askForKeyFrame(of: 1) }
      try film(60, on: &stage)
    }
    #expect((before + 1...before + 3).contains(stage.guests[0].keyFramesWanted))
    let during = stage.guests[0].keyFramesWanted
    try film(1_500, on: &stage)
    #expect(stage.guests[0].keyFramesWanted <= during + 1)
  }

  @Test func `a sender is told what the slowest receiver takes`() throws {
    var stage = try stage()
    try film(3_000, on: &stage)
    let rates = CallRoomConfiguration(header: CallStage.header).cameraBitrates
    let limit = try #require(stage.guests[0].cameraLimit)
    #expect(rates.contains(limit))
  }

  /// Guest 1 has a camera, 2 a good path, and 3 one of so many bits a second.
  private func stage(narrow bitrate: Int64) throws -> CallStage {
    var stage = try CallStage()
    var link = LinkSettings()
    link.capacity = LinkCapacity(rate: bitrate, queueLimit: .time(MediaTime(milliseconds: 500)))
    try stage.join(1, tone: 400)
    try stage.join(2)
    try stage.join(3, down: link)
    try stage.guests[0].send(.publish(.camera, name: "camera"), at: stage.now)
    try stage.run(100)
    let published = stage.track(.camera, of: 1)
    let track = try #require(published)
    for guest in stage.guests.dropFirst() {
      guest.receiveCamera(of: 1)
      try guest.send(.subscribe(track), at: stage.now)
    }
    return stage
  }

  @Test func `a path too narrow for a camera leaves it out and keeps the sound`() throws {
    var stage = try stage(narrow: 90_000)
    try film(4_000, size: 2_000, on: &stage)
    let counts = stage.guests.map(\.cameraFrames.count)
    try film(1_500, size: 2_000, on: &stage)
    #expect(stage.guests[1].cameraFrames.count - counts[1] > 15)
    #expect(stage.guests[2].cameraFrames.count - counts[2] == 0)
    #expect(stage.guests[2].loudness(of: 400, in: 1) > 0.15)
  }

  @Test func `a sender keeps to what the slowest takes who can use it`() throws {
    var stage = try stage(narrow: 220_000)
    try film(5_000, size: 4_000, on: &stage)
    let counts = stage.guests.map(\.cameraFrames.count)
    try film(1_500, size: 4_000, on: &stage)
    #expect(try #require(stage.guests[0].cameraLimit) < 170_000)
    for index in 1...2 { #expect(stage.guests[index].cameraFrames.count - counts[index] > 15) }
    #expect(stage.guests[2].loudness(of: 400, in: 1) > 0.15)
  }

  @Test func `frames are recorded where they were captured, and the mix says how late it is`()
    throws
  {
    var stage = try stage()
    try film(3_000, on: &stage)
    var offsets: [Int64] = []
    var delays: [Int64] = []
    for record in stage.records {
      switch record {
      case .camera(1, _, _, let captured, let now) where now.seconds > 2.5:
        offsets.append((captured - now).nanoseconds / 1_000_000)
      case .mix(_, let first, let delay?) where first > 120_000:
        delays.append(delay.nanoseconds / 1_000_000)
      default: continue
      }
    }
    // Frames come at once; sound waits in the receiver's buffer and in codecs.
    let statistics = stage.room.audioStatistics(of: stage.guests[0].leg)
    let delay = try #require(statistics).delay
    let expected = delay.nanoseconds / 1_000_000
    #expect(offsets.count > 5 && delays.count > 20)
    for offset in offsets { #expect((-10...0).contains(offset), "\(offset) ms") }
    for delay in delays {
      #expect((expected...expected + 40).contains(delay), "\(delay) ms, sound \(expected) ms")
    }
  }

  @Test func `who turns a camera off or leaves is not passed on`() throws {
    var stage = try stage()
    try film(1_000, on: &stage)
    let published = stage.track(.camera, of: 1)
    let track = try #require(published)
    try stage.guests[0].send(.unpublish(track), at: stage.now)
    try film(100, on: &stage)
    let count = stage.guests[1].cameraFrames.count
    try film(500, on: &stage)
    #expect(stage.guests[1].cameraFrames.count == count)
  }

  @Test func `a recording that begins or goes on gets a key frame, and more now and then`() throws {
    var stage = try CallStage()
    for number in 1...2 {
      try stage.join(UInt32(number), as: number == 2 ? .host : .participant, tone: 400)
    }
    try stage.guests[0].send(.publish(.camera, name: "camera"), at: stage.now)
    try stage.run(100)
    // Nobody watches; the room itself begins with one.
    try film(2_000, on: &stage)
    let before = stage.guests[0].keyFramesWanted
    func keyFrames(since: MediaTime) -> [MediaTime] {
      var times: [MediaTime] = []
      for case .camera(1, _, true, let captured, let time) in stage.records where time > since {
        times.append(captured)
      }
      return times
    }
    let begun = stage.now
    try stage.guests[1].send(.record(.start), at: stage.now)
    try film(1_000, on: &stage)
    #expect(keyFrames(since: begun).count == 1)
    #expect(stage.guests[0].keyFramesWanted == before + 1)
    try stage.guests[1].send(.record(.pause), at: stage.now)
    try film(1_000, on: &stage)
    #expect(stage.guests[0].keyFramesWanted == before + 1)
    try stage.guests[1].send(.record(.resume), at: stage.now)
    try film(1_000, on: &stage)
    #expect(keyFrames(since: begun).count == 2)
    // Somebody watches now, and the path has room.
    let published = stage.track(.camera, of: 1)
    stage.guests[1].receiveCamera(of: 1)
    try stage.guests[1].send(.subscribe(try #require(published)), at: stage.now)
    try film(1_000, on: &stage)
    let watched = stage.now
    try film(25_000, size: 400, on: &stage)
    let cues = keyFrames(since: watched)
    #expect((2...3).contains(cues.count), "\(cues)")
    for (earlier, later) in zip(cues, cues.dropFirst()) {
      #expect(later - earlier >= CallRoom.cueInterval)
    }
    try stage.guests[1].send(.record(.stop), at: stage.now)
    try film(11_000, on: &stage)
    #expect(keyFrames(since: watched).count <= cues.count + 1)
  }

  @Test func `who watches a camera that was muted goes on with a key frame`() throws {
    var stage = try stage()
    try film(2_000, on: &stage)
    let published = stage.track(.camera, of: 1)
    let track = try #require(published)
    try stage.guests[0].send(.mute(track, true), at: stage.now)
    try film(1_000, on: &stage)
    let before = stage.guests[1].cameraFrames.count
    try stage.guests[0].send(.mute(track, false), at: stage.now)
    try film(1_000, on: &stage)
    #expect(stage.guests[1].cameraFrames.count > before)
    #expect(stage.guests[1].cameraFrames[before].isKeyFrame)
  }
}
