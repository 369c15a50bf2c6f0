import MediaCore
import Strokes
import Testing

@testable import CallSession

@Suite struct CallRoomSoundTests {
  private static let tones: [Double] = [400, 700, 1_100]

  @Test func `three people hear each other and not themselves`() throws {
    var stage = try CallStage()
    for (index, tone) in Self.tones.enumerated() {
      try stage.join(UInt32(index + 1), tone: tone)
    }
    try stage.run(1_500)
    for (index, guest) in stage.guests.enumerated() {
      for (other, tone) in Self.tones.enumerated() {
        let loudness = guest.loudness(of: tone, in: 0.5)
        if other == index {
          #expect(loudness < 0.01, "\(index) hears themselves: \(loudness)")
        } else {
          #expect(loudness > 0.15, "\(index) does not hear \(other): \(loudness)")
        }
      }
    }
  }

  @Test func `who only listens hears all, and who comes late does too`() throws {
    var stage = try CallStage()
    try stage.join(2, tone: 400)
    try stage.run(400)
    try stage.join(1)
    try stage.run(1_000)
    #expect(stage.guests[1].loudness(of: 400, in: 0.4) > 0.15)
  }

  @Test func `a full room costs one coding a tick, and as much as a small one`() throws {
    func work(_ listeners: UInt32) throws -> (encoded: Int, decoded: Int) {
      var stage = try CallStage()
      for number in 1...3 { try stage.join(UInt32(number), tone: Self.tones[number - 1]) }
      for number in 0..<listeners { try stage.join(10 + number).isIdle = true }
      try stage.run(300)
      let before = stage.room.soundWork
      try stage.run(200)
      let after = stage.room.soundWork
      for guest in stage.guests { #expect(stage.sentTo[guest.leg, default: 0] >= 20) }
      return (after.encoded - before.encoded, after.decoded - before.decoded)
    }
    // Ten ticks: one mix for all who listen, and one for each of the three.
    #expect(try work(5) == (40, 30))
    #expect(try work(60) == (40, 30))
  }

  @Test func `in a silent room nothing is decoded and one mix is coded`() throws {
    var stage = try CallStage()
    for number in 1...20 { try stage.join(UInt32(number)).isIdle = true }
    try stage.run(200)
    let before = stage.room.soundWork
    try stage.run(200)
    let after = stage.room.soundWork
    #expect(after.encoded - before.encoded == 10)
    #expect(after.decoded == 0)
  }

  @Test func `an empty room codes nothing`() throws {
    var stage = try CallStage()
    try stage.run(200)
    let work = stage.room.soundWork
    #expect(work == (0, 0))
  }

  @Test func `who is muted is not heard, and is heard again`() throws {
    var stage = try CallStage()
    let speaker = try stage.join(1, tone: 400)
    let listener = try stage.join(2)
    try stage.run(600)
    let published = stage.track(.microphone, of: 1)
    let track = try #require(published)
    try speaker.send(.mute(track, true), at: stage.now)
    try stage.run(600)
    #expect(listener.loudness(of: 400, in: 0.2) < 0.005)
    let decoded = stage.room.soundWork.decoded
    try stage.run(200)
    let later = stage.room.soundWork.decoded
    #expect(later == decoded)
    try speaker.send(.mute(track, false), at: stage.now)
    try stage.run(600)
    #expect(listener.loudness(of: 400, in: 0.2) > 0.15)
  }

  @Test func `who has left hears nothing and is not heard`() throws {
    var stage = try CallStage()
    let speaker = try stage.join(1, tone: 400)
    let listener = try stage.join(2, tone: 700)
    try stage.run(600)
    try speaker.send(.leave, at: stage.now)
    try stage.run(600)
    #expect(speaker.client.goodbye == .left)
    #expect(listener.loudness(of: 400, in: 0.2) < 0.005)
    #expect(speaker.loudness(of: 700, in: 0.1) < 0.01)
    stage.room.remove(
      speaker.leg, at: stage.now, using: &stage.random, into: &stage.outputs)
    try stage.run(100)
  }

  @Test func `who loses the line comes back, hears and is heard again`() throws {
    var stage = try CallStage()
    try stage.join(1, tone: 400)
    try stage.join(2, tone: 700)
    try stage.run(600)
    try stage.reconnect(0)
    try stage.run(800)
    #expect(stage.guests[0].client.welcome?.isResumed == true)
    #expect(stage.guests[0].loudness(of: 700, in: 0.2) > 0.15)
    #expect(stage.guests[1].loudness(of: 400, in: 0.2) > 0.15)
  }

  @Test func `the recorder gets every packet, every tick, and who speaks`() throws {
    var stage = try CallStage()
    try stage.join(1, tone: 400)
    try stage.join(2)
    try stage.run(2_000)
    var (packets, ticks, speakers): (Int, [Int64], [UInt32]) = (0, [], [])
    for record in stage.records {
      switch record {
      case .sound(1, _, _, _, _, _): packets += 1
      case .mix(let samples, let first, _):
        #expect(samples.count == 960)
        ticks.append(first)
      case .speaker(let participant, _): speakers.append(participant)
      default: break
      }
    }
    #expect(ticks == (0..<Int64(ticks.count)).map { $0 * 960 })
    #expect(ticks.count == 100)
    #expect((90...100).contains(packets))
    #expect(speakers == [1])
  }
}
