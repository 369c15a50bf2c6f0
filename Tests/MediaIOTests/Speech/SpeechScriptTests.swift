import Testing

@testable import MediaIO

@Suite struct SpeechScriptTests {
  @Test func `twenty-four participants have voices that differ`() {
    let voices = (1...24).map(SpeechScript.voice)
    for (index, voice) in voices.enumerated() { #expect(!voices[..<index].contains(voice)) }
    #expect(voices.allSatisfy { (0...99).contains($0.pitch) && (100...200).contains($0.pace) })
  }

  @Test func `four participants in a row never say the same sentence`() {
    for first in 1...9 {
      let said = (first..<first + 4).flatMap(SpeechScript.sentences)
      #expect(said.count == 40 && Set(said).count == 40)
    }
  }

  @Test func `a participant of any number has a voice and something to say`() {
    #expect(SpeechScript.voice(of: 1_000_000).name.hasPrefix("en-"))
    #expect(SpeechScript.sentences(of: 1_000_000).count == SpeechScript.sentencesEach)
  }
}
