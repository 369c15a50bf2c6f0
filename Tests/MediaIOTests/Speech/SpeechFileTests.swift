import MediaCore
import Testing

@testable import MediaIO

@Suite struct SpeechFileTests {
  private static let samples =
    "/" + #filePath.split(separator: "/").dropLast(4).joined(separator: "/") + "/Samples/"
  private let lesson = FileName(samples + "lesson.opus")

  @Test(arguments: [1, 2, 3, 5])
  func `a lesson is cut where its teacher pauses`(participants: Int) throws {
    let parts = try SpeechFile.parts(of: lesson, participants: participants)
    let whole = try SpeechFile.parts(of: lesson, participants: 1)[0]
    #expect(parts.count == participants)
    var spoken = 0.0
    for part in parts {
      let activity = SpeechActivity(part)
      let level = try #require(activity.level)
      #expect(abs(level - SpokenText.level) < 0.3)
      #expect(activity.isActive.first == false && activity.isActive.last == false)
      #expect(activity.duration > 2)
      spoken += activity.duration
    }
    // What is speech is judged anew in each part, a little otherwise.
    #expect(abs(spoken - SpeechActivity(whole).duration) < 1)
  }

  @Test func `too little speech for so many is an error that names file and remedy`() {
    let error = #expect(throws: MediaError.self) {
      try SpeechFile.parts(of: lesson, participants: 100)
    }
    #expect(error?.code == .inputDamaged)
    #expect(error?.message.contains("lesson.opus has ") == true)
    #expect(error?.message.contains("too little for 100; name a longer one") == true)
  }

  @Test func `what is not there or no sound is named`() {
    let missing = #expect(throws: MediaError.self) {
      try SpeechFile.parts(of: "no/such.wav", participants: 2)
    }
    #expect(missing?.code == .inputUnreadable)
    let board = FileName(Self.samples + "lesson.board")
    let noSound = #expect(throws: MediaError.self) {
      try SpeechFile.parts(of: board, participants: 2)
    }
    #expect(noSound?.message.contains("lesson.board: ") == true)
  }
}
