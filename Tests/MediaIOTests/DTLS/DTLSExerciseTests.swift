import CallSession
import TestSupport
import Testing

@testable import MediaIO

@Suite struct DTLSExerciseTests {
  private func input(_ role: UInt8, _ datagrams: [[UInt8]]) -> [UInt8] {
    var bytes = [role]
    for datagram in datagrams {
      bytes += [UInt8(datagram.count >> 8), UInt8(datagram.count & 255)] + datagram
    }
    return bytes
  }

  @Test func `a real connection's datagrams, damaged or not, give nobody else keys`() throws {
    var exchange = try DTLSEnds().exchange()
    exchange.start()
    exchange.run()
    var generator = SeededGenerator(seed: 3)
    for role in [0, 1] as [UInt8] {
      let datagrams = exchange.log.filter { $0.isFromClient == (role == 0) }.map(\.bytes)
      let whole = input(role, datagrams)
      #expect(DTLSExercise.run(whole) == DTLSExercise.Report())
      for _ in 0..<100 {
        var damaged = whole
        for _ in 0..<3 {
          let index = Int.random(in: 1..<damaged.count, using: &generator)
          damaged[index] = UInt8.random(in: 0...255, using: &generator)
        }
        #expect(DTLSExercise.run(damaged) == DTLSExercise.Report())
      }
      for length in stride(from: 0, to: whole.count, by: 17) {
        #expect(DTLSExercise.run(Array(whole.prefix(length))) == DTLSExercise.Report())
      }
    }
  }
}
