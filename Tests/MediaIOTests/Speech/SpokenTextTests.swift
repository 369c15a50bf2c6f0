import MediaCore
import Testing

@testable import MediaIO

/// By the real espeak-ng.
@Suite struct SpokenTextTests {
  @Test func `participants speak for half a minute, equally loud, each in another way`() throws {
    var all: [[Float]] = []
    for participant in 1...4 {
      let samples = try SpokenText.speech(of: participant)
      let activity = SpeechActivity(samples)
      let level = try #require(activity.level)
      #expect(abs(level - SpokenText.level) < 0.3, "participant \(participant)")
      #expect(activity.duration > 15 && activity.duration < 45, "participant \(participant)")
      #expect(samples.allSatisfy { $0.magnitude < 0.9 })
      // Ten sentences with pauses between them.
      #expect(SpeechParts.cut(activity, into: 5) != nil)
      #expect(!all.contains(samples))
      all.append(samples)
    }
  }

  /// espeak-ng says nothing of a variant that it does not know or does not mind.
  @Test func `every voice is one of its own, and none is that of its language`() throws {
    var heard: Set<[UInt8]> = []
    let names = (1...8).map { SpeechScript.voice(of: $0).name }
    let languages = names.compactMap { $0.split(separator: "+").first.map(String.init) }
    for voice in names + Set(languages).sorted() {
      let spoken = try Subprocess(
        running: "espeak-ng", ["-v", voice, "--stdout", "--", "good day"], limit: 1 << 20,
        remedy: "")
      #expect(spoken.status == .exited(0) && spoken.output.count > 10_000)
      #expect(heard.insert(spoken.output).inserted, "\(voice) sounds like another")
    }
  }

  @Test func `the same participant says the same twice`() throws {
    #expect(try SpokenText.speech(of: 9) == SpokenText.speech(of: 9))
  }

  @Test func `a machine that does not speak says how it learns to, or does without`() {
    let missing = #expect(throws: MediaError.self) {
      try SpokenText.speech(of: 1, program: "no-such-voice")
    }
    #expect(missing?.code == .inputUnreadable)
    // One that fails, and one that says nothing.
    let failing = #expect(throws: MediaError.self) {
      try SpokenText.speech(of: 1, program: "false")
    }
    let silent = #expect(throws: MediaError.self) {
      try SpokenText.speech(of: 1, program: "true")
    }
    #expect(failing?.code == .codecFailed && silent?.code == .codecFailed)
    for error in [missing, failing, silent] {
      #expect(error?.message.contains("apt install espeak-ng") == true)
      #expect(error?.message.contains("--speech FILE") == true)
    }
  }
}
