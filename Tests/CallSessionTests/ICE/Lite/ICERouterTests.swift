import MediaCore
import TestSupport
import Testing

@testable import CallSession

@Suite struct ICERouterTests {
  final class Stage {
    var router: ICERouter
    var outputs = ICERouterOutputs()
    var random = SeededGenerator(seed: 4)

    init(_ configuration: ICERouter.Configuration = .init()) {
      router = ICERouter(configuration)
    }

    func add(at seconds: Double = 0) throws -> (ICEPeerID, Checker) {
      let credentials = ICECredentials(using: &random)
      let added = router.add(credentials, at: .seconds(seconds), into: &outputs)
      return (try #require(added), Checker(credentials, seed: random.next()))
    }

    func send(
      _ bytes: [UInt8], from port: UInt16, at seconds: Double
    ) -> Reply {
      let before = outputs.datagrams.count
      let route = router.receive(
        bytes, from: Checker.address(port), to: Checker.server, at: .seconds(seconds),
        into: &outputs)
      return Reply(route: route, answers: outputs.datagrams.count - before)
    }
  }

  struct Reply: Equatable {
    var route: ICERoute
    var answers: Int
  }

  /// What RTP begins with.
  static let media: [UInt8] = [0x80, 96, 0, 1]

  @Test func `peers are told apart by name, then by path`() throws {
    let stage = Stage()
    let (one, first) = try stage.add()
    let (two, second) = try stage.add()
    #expect(stage.send(Self.media, from: 1, at: 1).route == .unknown)
    // What begins as STUN and is none.
    #expect(
      stage.send([UInt8](repeating: 0, count: 20), from: 1, at: 1)
        == Reply(route: .handled, answers: 0))
    #expect(stage.router.statistics.unknown == 2)
    #expect(stage.send(first.check(), from: 1, at: 1) == Reply(route: .handled, answers: 1))
    #expect(
      stage.send(second.check(nominates: true), from: 2, at: 1)
        == Reply(route: .handled, answers: 1))
    #expect(stage.send(Self.media, from: 1, at: 1).route == .peer(one))
    #expect(stage.send(Self.media, from: 2, at: 1).route == .peer(two))
    #expect(stage.send([20, 0xFE, 0xFD], from: 2, at: 1).route == .peer(two))
    #expect(stage.outputs.events == [.init(peer: two, event: .selected(Checker.path(2)))])
    #expect(stage.router.path(of: one) == Checker.path(1))
    stage.router.remove(one)
    #expect(stage.send(Self.media, from: 1, at: 2).route == .unknown)
    #expect(stage.send(first.check(), from: 1, at: 2) == Reply(route: .handled, answers: 0))
    #expect(stage.router.statistics.strangers == 1)
    #expect(stage.router.count == 1)
  }

  @Test func `whoever does not know the password gets nothing and changes nothing`() throws {
    let stage = Stage()
    let (one, peer) = try stage.add()
    #expect(stage.send(peer.check(nominates: true), from: 1, at: 1).answers == 1)
    for port in UInt16(2)...9 {
      let forged = peer.check(nominates: true, password: "not the password of the peer")
      #expect(stage.send(forged, from: port, at: 2) == Reply(route: .handled, answers: 0))
      #expect(stage.send(Self.media, from: port, at: 2).route == .unknown)
    }
    #expect(stage.router.statistics.refused == 8)
    #expect(stage.router.path(of: one) == Checker.path(1))
  }

  @Test func `a path in use is not taken by another peer's checks`() throws {
    let stage = Stage()
    let (one, victim) = try stage.add()
    let (two, thief) = try stage.add()
    _ = stage.send(victim.check(nominates: true), from: 1, at: 1)
    // With a forged source and a password of its own.
    #expect(
      stage.send(thief.check(nominates: true), from: 1, at: 5) == Reply(route: .handled, answers: 0)
    )
    #expect(stage.send(Self.media, from: 1, at: 5).route == .peer(one))
    #expect(stage.router.statistics.contested == 1)
    #expect(stage.router.path(of: two) == nil)
    // A page that was loaded again on the same port: its forerunner is silent.
    #expect(
      stage.send(thief.check(nominates: true), from: 1, at: 12)
        == Reply(route: .handled, answers: 1))
    #expect(stage.send(Self.media, from: 1, at: 12).route == .peer(two))
    // The end of the old peer does not touch the new.
    stage.router.remove(one)
    #expect(stage.send(Self.media, from: 1, at: 12).route == .peer(two))
  }

  @Test func `a path that is valid no more is nobody's`() throws {
    let stage = Stage()
    let (_, peer) = try stage.add()
    for port in UInt16(1)...20 {
      _ = stage.send(peer.check(nominates: port == 1), from: port, at: Double(port) / 10)
    }
    var known = 0
    for port in UInt16(1)...20
    where stage.send(Self.media, from: port, at: 3).route != .unknown { known += 1 }
    #expect(known == ICELiteAgent.mostPaths)
  }

  @Test func `10 000 peers that never come are forgotten, and the others are not disturbed`() throws
  {
    let stage = Stage()
    let (alive, peer) = try stage.add()
    _ = stage.send(peer.check(nominates: true), from: 1, at: 0.5)
    for index in 0..<10_000 { _ = try stage.add(at: 1 + Double(index) / 1_000) }
    #expect(stage.router.count == 10_001)
    #expect(stage.router.statistics.displaced == 0)
    // One more: the oldest makes room.
    stage.outputs.removeAll()
    _ = try stage.add(at: 11)
    #expect(stage.router.statistics.displaced == 1)
    #expect(stage.outputs.events.map(\.event) == [.failed(.neverReached(refused: 0))])
    #expect(stage.router.count == 10_001)
    _ = stage.send(peer.check(), from: 1, at: 40)
    var calls = 0
    while let deadline = stage.router.deadline, deadline <= .seconds(41) {
      stage.router.handleTimeout(at: deadline, into: &stage.outputs)
      calls += 1
      try #require(calls <= 10_010, "calls without progress")
    }
    #expect(stage.router.count == 1)
    #expect(stage.send(Self.media, from: 1, at: 41).route == .peer(alive))
  }

  @Test func `announcements without end do not grow the tables`() throws {
    var configuration = ICERouter.Configuration()
    configuration.mostHalfOpen = 100
    let stage = Stage(configuration)
    for index in 0..<5_000 {
      _ = try stage.add(at: Double(index) / 1_000_000)
      stage.outputs.removeAll()
    }
    #expect(stage.router.count == 100)
    #expect(stage.router.tableSizes.allSatisfy { $0 <= 400 }, "\(stage.router.tableSizes)")
  }

  @Test func `a peer restarts under another name`() throws {
    let stage = Stage()
    let (id, old) = try stage.add()
    _ = stage.send(old.check(nominates: true), from: 1, at: 1)
    let credentials = ICECredentials(using: &stage.random)
    let restarted = [0, 1].map { _ in stage.router.restart(id, credentials, at: .seconds(2)) }
    #expect(restarted == [true, false])
    let new = Checker(credentials, seed: 77)
    #expect(stage.send(old.check(), from: 1, at: 3).answers == 1)
    #expect(stage.send(new.check(nominates: true), from: 2, at: 3).answers == 1)
    #expect(stage.router.path(of: id) == Checker.path(2))
    #expect(stage.send(old.check(), from: 1, at: 4).answers == 0)
    // The old name is free again.
    let again = stage.router.add(old.credentials, at: .seconds(5), into: &stage.outputs)
    #expect(again != nil)
  }

  @Test func `a silent peer is forgotten`() throws {
    let stage = Stage()
    let (id, peer) = try stage.add()
    _ = stage.send(peer.check(nominates: true), from: 1, at: 1)
    stage.outputs.removeAll()
    while let deadline = stage.router.deadline {
      stage.router.handleTimeout(at: deadline, into: &stage.outputs)
    }
    #expect(stage.outputs.events == [.init(peer: id, event: .consentExpired)])
    #expect(stage.router.count == 0)
    #expect(stage.send(Self.media, from: 1, at: 32).route == .unknown)
  }
}
