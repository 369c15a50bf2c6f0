import Testing

@testable import recorder

@Suite struct SuggestionTests {
  @Test(arguments: [
    ("recrod", "record"), ("rec", "record"), ("chekc", "check"), ("Render", "render"),
  ])
  func `a slip finds its word`(slip: String, word: String) {
    let expected: String? = slip == "rec" ? nil : word
    #expect(
      Suggestion.nearest(to: slip, among: ["record", "render", "check", "recover"]) == expected)
  }

  @Test func `a foreign word finds nothing, however long`() {
    #expect(Suggestion.nearest(to: "elephant", among: ["record"]) == nil)
    #expect(
      Suggestion.nearest(to: String(repeating: "x", count: 100_000), among: ["record"]) == nil)
    #expect(Suggestion.nearest(to: "", among: ["record"]) == nil)
  }

  @Test func `distance counts each slip once`() {
    for (from, to, count) in [
      ("", "", 0), ("a", "", 1), ("ab", "ba", 1), ("kitten", "sitting", 3), ("abc", "abc", 0),
    ] {
      #expect(Suggestion.distance(Array(from), Array(to)) == count)
    }
  }
}
