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
    try film(7_000, size: 2_000, on: &stage)
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

  @Test func `frames stand in the time of the mix`() throws {
    var stage = try stage()
    try film(3_000, on: &stage)
    var offsets: [Int64] = []
    for record in stage.records {
      guard case .camera(1, _, _, let captured, let now) = record, now.seconds > 2.5 else {
        continue
      }
      // Frames come at once; sound waits in the receiver's buffer and in codecs.
      offsets.append((captured - now).nanoseconds / 1_000_000)
    }
    let statistics = stage.room.audioStatistics(of: stage.guests[0].leg)
    let delay = try #require(statistics).delay
    let expected = delay.nanoseconds / 1_000_000
    #expect(!offsets.isEmpty)
    for offset in offsets {
      #expect((expected...expected + 50).contains(offset), "\(offset) ms, sound \(expected) ms")
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
}
