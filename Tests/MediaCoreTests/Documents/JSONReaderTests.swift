import TestSupport
import Testing

@testable import MediaCore

@Suite struct JSONReaderTests {
  private func read(_ text: String) throws -> JSONValue { try JSONReader.read(Array(text.utf8)) }

  @Test func `an object's members are found by key, of equal keys the last`() throws {
    let object = try #require(try read(#"{"a":1,"b":[true,"x"],"a":2,"c":null}"#).object)
    #expect(object["a"]?.number == 2)
    #expect(object["b"]?.elements?.count == 2)
    #expect(object["c"] == nil)
    #expect(object["d"] == nil)
  }

  @Test(arguments: [
    ("0", 0.0), ("-0.5", -0.5), ("12345", 12_345), ("1e3", 1_000), ("1.5E-2", 0.015),
    ("99.96573249755572", 99.965_732_497_555_72),
    ("-4.440892098500626e-16", -4.440892098500626e-16),
    ("1e308", 1e308), ("123456789012345678901234567890", 123456789012345678901234567890.0),
    ("8.297237222878124e-05", 8.297237222878124e-05), ("1e999", .infinity),
  ])
  func `numbers have their value to within one step of a double`(text: String, value: Double) throws
  {
    let read = try #require(try read(text).number)
    if value.isFinite {
      #expect((read - value).magnitude <= value.ulp.magnitude)
    } else {
      #expect(read == value)
    }
  }

  @Test func `strings come with their escapes and surrogate pairs resolved`() throws {
    let text = try read(#""a\n\"\\\/\u00e9 \ud83d\ude00 \ud83d \udc00x""#).string
    #expect(text == "a\n\"\\/é 😀 \u{FFFD} \u{FFFD}x")
  }

  @Test func `lists of numbers and of points are flat`() throws {
    guard case .numbers(let numbers) = try read("[1, 2, null, 4]") else {
      Issue.record("not flat")
      return
    }
    #expect(numbers.count == 4 && numbers[2].isNaN)
    guard case .tuples(let values, let width) = try read("[[1,2],[3,4] , [5,null]]") else {
      Issue.record("not flat")
      return
    }
    #expect(values.count == 6 && width == 2 && values[5].isNaN)
  }

  @Test func `a list that stops being flat keeps what came before`() throws {
    let mixed = try #require(try read(#"[[1,2],[3,4],"x",[5],[],[[6]]]"#).elements)
    #expect(mixed.count == 6)
    #expect(mixed[1].numbers == [3, 4])
    #expect(mixed[2].string == "x")
    #expect(mixed[4].elements?.isEmpty == true)
    let points = try #require(try read(#"[[1,2],null,[3],{"x":1},[4,5,6]]"#).points)
    #expect(points.count == 5)
    #expect(points[0] == SIMD2(1, 2) && points[4] == SIMD2(4, 5))
    #expect(points[1].x.isNaN && points[2].x.isNaN && points[3].x.isNaN)
  }

  @Test func `NaN and Infinity read as no number`() throws {
    #expect(try read("[NaN, -Infinity, 1]").numbers?.count == 3)
  }

  @Test func `nesting beyond the limit is refused, up to it read`() throws {
    let limit = JSONReader.largestDepth
    _ = try read(String(repeating: "[", count: limit) + String(repeating: "]", count: limit))
    #expect(throws: JSONError.tooDeep(at: limit)) {
      try read(String(repeating: "[", count: 1_000_000))
    }
    #expect(throws: JSONError.self) { try read(String(repeating: #"{"a":"#, count: 100_000)) }
  }

  @Test(arguments: ["", " ", "{", "[1,", "\"abc", "\"\\u12", "tru", "-", "1e", "[[1,2", "{\"a\""])
  func `a text that ends early is said to`(text: String) {
    #expect { try read(text) } throws: { error in
      if case .endsEarly = error as? JSONError { true } else { false }
    }
  }

  @Test(arguments: ["{]", "[1 2]", "{a:1}", "[1,]", "{} x", "\"\\q\"", "+1", "[[1,2]x", "nul]"])
  func `a broken text names the byte`(text: String) {
    #expect { try read(text) } throws: { error in
      if case .unexpected = error as? JSONError { true } else { false }
    }
  }

  @Test func `random bytes never trap`() {
    var generator = SeededGenerator(seed: 7)
    let alphabet = Array("{}[]\",:0123456789.eE+-truefalsn \\u".utf8)
    for _ in 0..<20_000 {
      var bytes: [UInt8] = []
      for _ in 0..<Int.random(in: 0..<40, using: &generator) {
        bytes.append(alphabet.randomElement(using: &generator) ?? 0)
      }
      _ = try? JSONReader.read(bytes)
    }
  }
}
