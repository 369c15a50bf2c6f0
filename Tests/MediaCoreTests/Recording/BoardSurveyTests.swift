import Strokes
import Testing

@testable import MediaCore

@Suite struct BoardSurveyTests {
  /// Ten seconds in which author 1 moves the view `moves` times and author 2 all the time.
  private static func survey(moves: Int) throws -> BoardSurvey {
    var survey = BoardSurvey(measuresContent: false)
    for frame in 0..<300 {
      for author in [UInt32(1), 2] where author == 2 || frame < moves {
        try survey.include(
          BoardEvent(
            sequence: UInt64(frame * 2) + UInt64(author),
            time: BoardTime(ticks: Int64(frame) * 333), author: AuthorID(author),
            action: .viewMoved(Viewport(scale: 1, offsetX: Double(frame), offsetY: 0))))
      }
    }
    return survey
  }

  @Test func `only a bit rate and a view that keeps moving ask for libvpx`() throws {
    let (calm, restless) = (try Self.survey(moves: 30), try Self.survey(moves: 31))
    let rate = RecordingQuality.bitrate(2_000_000)
    #expect(calm.encoder(for: rate, .recorded, at: .fps30) == .canvas)
    #expect(restless.encoder(for: rate, .recorded, at: .fps30) == .libvpx)
    #expect(restless.encoder(for: .standard, .recorded, at: .fps30) == .canvas)
    #expect(restless.encoder(for: rate, .fit, at: .fps30) == .canvas)
    // Whose view is followed decides.
    #expect(calm.encoder(for: rate, .participant(AuthorID(2)), at: .fps30) == .libvpx)
    #expect(BoardSurvey().encoder(for: rate, .recorded, at: .fps30) == .canvas)
  }
}
