import MediaCore
import TestSupport
import Testing

@testable import CallSession

@Suite struct WebRTCClientTests {
  private func likeness(_ call: WebRTCCall) -> Double {
    guard call.shown.count == call.board.luma.count else { return .infinity }
    let off = zip(call.board.luma, call.shown).map { abs(Int($0) - Int($1)) }.reduce(0, +)
    return Double(off) / Double(call.board.luma.count)
  }

  /// Of ten packets in a hundred nothing comes, of others later than those after them.
  private static var hard: NetworkProfile {
    var link = NetworkProfile.lossy10.up
    link.reordering = .init(rate: 0.05, delay: MediaTime(milliseconds: 30))
    link.duplication = 0.02
    return NetworkProfile(name: "hard", both: link)
  }

  @Test(arguments: [SignallingKind.whip, .whep])
  func `what is sent comes, and both say goodbye`(kind: SignallingKind) throws {
    let call = try WebRTCCall(kind)
    try call.run(seconds: 5)
    #expect(call.clientEvents == [.connected] && call.port.connected.count == 1)
    #expect(call.frames.count > 40 && call.frames.first?.isKeyFrame == true)
    #expect(call.soundCount > 235)
    call.isDrawing = false
    try call.run(seconds: 7)
    #expect(likeness(call) < 2 && call.board.luma.contains { $0 < 120 })
    // Nobody is called in vain.
    #expect(call.steps < 4_000, "\(call.steps)")
    call.close()
    try call.run(seconds: 8)
    #expect(call.clientEvents == [.connected, .ended(.peer(.closed)), .over])
    #expect(call.requests.map(\.method) == [.post, .delete])
    #expect(call.requests.map(\.status) == [201, 200])
    #expect(call.ends == [.closed] || call.ends == [.closedByPeer])
    #expect(call.client.deadline == nil && call.port.count == 0)
  }

  @Test func `what was captured together has one time`() throws {
    let call = try WebRTCCall(.whip)
    try call.run(seconds: 5)
    var differences: [Int64] = []
    for event in call.received {
      guard case .frame(_, _, let captured) = event, let captured else { continue }
      // By the client's clock, which began half a second later.
      differences.append(captured.stamp - 1_700_000_000_500_000_000 - captured.time.nanoseconds)
    }
    #expect(differences.count > 20)
    #expect(differences.allSatisfy { abs($0) < 30_000_000 }, "\(differences)")
  }

  @Test(arguments: [SignallingKind.whip, .whep], [1, 2, 3] as [UInt64])
  func `what is lost on the way comes again`(kind: SignallingKind, seed: UInt64) throws {
    let call = try WebRTCCall(kind, over: Self.hard, seed: seed)
    try call.run(seconds: 15)
    call.isDrawing = false
    try call.run(seconds: 20)
    #expect(call.clientEvents == [.connected])
    #expect(likeness(call) < 2, "\(likeness(call))")
    // Every frame once, and in order: the recording has no gap.
    let numbers = call.frames.map(\.sequences)
    #expect(numbers.count > 100)
    for (one, next) in zip(numbers, numbers.dropFirst()) {
      #expect(one.upperBound < next.lowerBound)
    }
    let statistics = try #require(call.receiver?.received)
    #expect(statistics.packets > 900 && statistics.bytes > 60_000)
    #expect(statistics.keyFrames <= 6, "\(statistics)")
  }

  @Test func `a receiver that lost the picture gets a key frame`() throws {
    let call = try WebRTCCall(.whep)
    try call.run(seconds: 2)
    let before = call.frames.count { $0.isKeyFrame }
    var outputs = WebRTCClientOutputs()
    call.client.requestKeyFrame(at: call.now, into: &outputs)
    #expect(outputs.datagrams.count == 1)
    var random = SeededGenerator(seed: 1)
    var answers = WebRTCPortOutputs()
    for datagram in outputs.datagrams {
      call.port.receive(
        datagram.bytes, from: WebRTCCall.caller, to: WebRTCCall.server, at: call.now,
        using: &random, into: &answers)
    }
    try call.run(seconds: 4)
    #expect(call.frames.count { $0.isKeyFrame } == before + 1)
  }

  // MARK: Refusals

  @Test func `a token that is not accepted is told with what to do, and there are no media`() throws
  {
    let call = try WebRTCCall(.whip, .init(token: "open.barley"))
    try call.run(seconds: 2)
    guard case .ended(.refused(let failure))? = call.clientEvents.first else {
      Issue.record("\(call.clientEvents)")
      return
    }
    #expect(failure.code == .token && call.clientEvents.count == 2)
    #expect(call.clientEvents.last == .over && call.port.count == 0)
  }

  @Test func `a certificate that was not announced gets no keys, and is not told why`() throws {
    let call = try WebRTCCall(
      .whip, .init(fingerprint: SeededDTLSEngine.fingerprint(seed: 77)))
    try call.run(seconds: 5)
    #expect(call.ends == [.handshake(.fingerprint)])
    #expect(call.received.isEmpty)
    guard case .ended(.peer(.handshake(.refused)))? = call.clientEvents.first else {
      Issue.record("\(call.clientEvents)")
      return
    }
    #expect(call.requests.map(\.method) == [.post, .delete])
  }

  /// Somebody on the way changed the answer.
  private func changing(
    _ from: String, _ change: @escaping (String) -> String
  ) -> WebRTCCall.Oddities {
    var oddities = WebRTCCall.Oddities()
    oddities.answers = { response in
      var response = response
      let lines = String(decoding: response.body, as: UTF8.self).split(separator: "\r\n")
      let text = lines.map { ($0.hasPrefix(from) ? change(String($0)) : String($0)) + "\r\n" }
      response.body = Array(text.joined().utf8)
      return response
    }
    return oddities
  }

  @Test func `a server whose certificate is another's is left`() throws {
    let other = SeededDTLSEngine.fingerprint(seed: 78)
    let digits = other.digest.map { byte in
      let text = String(byte, radix: 16, uppercase: true)
      return text.count == 1 ? "0" + text : text
    }
    let call = try WebRTCCall(
      .whip,
      changing("a=fingerprint") { _ in
        "a=fingerprint:sha-256 \(digits.joined(separator: ":"))"
      })
    try call.run(seconds: 5)
    #expect(call.clientEvents.first == .ended(.peer(.handshake(.fingerprint))))
    #expect(call.received.isEmpty && call.client.isOver)
  }

  @Test func `a wrong password finds no way, and says so`() throws {
    let call = try WebRTCCall(
      .whip, changing("a=ice-pwd") { _ in "a=ice-pwd:abcdefghijklmnopqrstuvwx" })
    try call.run(seconds: 90)
    guard case .ended(.peer(.unreachable))? = call.clientEvents.first else {
      Issue.record("\(call.clientEvents)")
      return
    }
    #expect(call.received.isEmpty && call.port.count == 0)
    #expect(call.requests.map(\.method) == [.post, .delete])
  }

  @Test func `an answer that is none ends the session at the server, too`() throws {
    let call = try WebRTCCall(.whip, changing("a=fingerprint") { _ in "a=nothing" })
    try call.run(seconds: 1)
    guard case .ended(.answer(let fault))? = call.clientEvents.first else {
      Issue.record("\(call.clientEvents)")
      return
    }
    #expect(fault == NegotiationError.noFingerprint.message)
    #expect(call.requests.map(\.method) == [.post, .delete])
  }

  // MARK: Lost connections

  @Test func `after a short outage the call goes on by itself`() throws {
    let call = try WebRTCCall(.whip)
    try call.run(seconds: 4)
    call.isCut = true
    try call.run(seconds: 8)
    call.isCut = false
    try call.run(seconds: 14)
    call.isDrawing = false
    try call.run(seconds: 16)
    #expect(call.clientEvents == [.connected] && call.requests.count == 1)
    #expect(likeness(call) < 2)
  }

  @Test func `when nothing is heard another way is asked for, and the same media go on`() throws {
    let call = try WebRTCCall(.whip)
    try call.run(seconds: 4)
    // Requests come through; the way of the datagrams is dead for ten seconds.
    call.isMute = true
    try call.run(seconds: 14)
    #expect(call.clientEvents.contains(.restarting))
    #expect(call.requests.map(\.method) == [.post, .patch] && call.requests.last?.status == 200)
    call.isMute = false
    try call.run(seconds: 20)
    call.isDrawing = false
    try call.run(seconds: 24)
    #expect(!call.clientEvents.contains(.ended(.lost)) && call.ends.isEmpty)
    #expect(likeness(call) < 2)
  }

  @Test func `a server that was started again is left at once`() throws {
    let call = try WebRTCCall(.whip)
    try call.run(seconds: 4)
    call.restartServer()
    try call.run(seconds: 20)
    guard case .ended(.refused(let failure))? = call.clientEvents.last(where: { $0 != .over })
    else {
      Issue.record("\(call.clientEvents)")
      return
    }
    #expect(failure.code == .ended && call.clientEvents.last == .over)
  }

  @Test func `a server that is gone for good is left, and nothing is pending`() throws {
    let call = try WebRTCCall(.whep)
    try call.run(seconds: 4)
    call.isCut = true
    try call.run(seconds: 60)
    #expect(call.clientEvents == [.connected, .restarting, .ended(.lost), .over])
    #expect(call.client.deadline == nil)
  }

  @Test func `a server that says goodbye has ended it`() throws {
    let call = try WebRTCCall(.whep)
    try call.run(seconds: 2)
    call.closeServer()
    try call.run(seconds: 3)
    #expect(call.clientEvents.contains(.ended(.peer(.closedByPeer))))
    #expect(call.client.peer?.hasEnded == true, "both streams said goodbye before")
  }

  @Test func `who closes before the answer leaves no session behind`() throws {
    var held: [HTTPResponse] = []
    var oddities = WebRTCCall.Oddities()
    var holds = true
    oddities.answers = { response in
      guard holds else { return response }
      held.append(response)
      return nil
    }
    let call = try WebRTCCall(.whip, oddities)
    call.close()
    #expect(!call.client.isOver && held.count == 1)
    holds = false
    call.answer(held[0])
    #expect(call.client.isOver && call.requests.map(\.method) == [.delete])
  }
}
