import CallSession
import MediaCore
import Testing

@testable import MediaIO

@Suite struct LiveNotesTests {
  @Test func `why somebody cannot watch is told once, and a goodbye is not`() {
    var notes = LiveNotes()
    for end in [
      WebRTCPeerEnd.closed, .closedByPeer, .consentExpired, .unreachable(.wrongPassword),
      .handshake(.fingerprint),
    ] {
      notes.add(end, of: "a viewer", at: .zero)
    }
    let lines = notes.take()
    #expect(lines.count == 3 && notes.take().isEmpty)
    #expect(lines[0].hasPrefix("a viewer is gone: ") && lines[0].contains("30 seconds"))
    #expect(lines[1].hasPrefix("a viewer has no connection: "))
    #expect(lines[2].hasPrefix("a viewer has no connection: "))
  }

  @Test func `a flood of them is a few lines, and later ones are told again`() {
    var notes = LiveNotes()
    for number in 0..<1_000 { notes.add("\(number)", at: .zero) }
    var lines = notes.take()
    #expect(lines.count == 11 && lines[9] == "9" && lines[10].hasPrefix("more of the kind"))
    notes.add("too soon", at: MediaTime(milliseconds: 9_999))
    #expect(notes.take().isEmpty)
    notes.add("later", at: MediaTime(milliseconds: 10_000))
    lines = notes.take()
    #expect(lines == ["later"])
  }
}
