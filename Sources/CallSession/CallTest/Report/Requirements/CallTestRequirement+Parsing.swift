/// `--require mos=3.8,stoi=0.75,delay=300`.
extension CallTestRequirement {
  /// - Throws: the first item that is no requirement, and what would be one.
  package static func parse(
    _ text: String
  ) throws(CallTestRequirementError) -> [CallTestRequirement] {
    var requirements: [CallTestRequirement] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let item = part.filter { !$0.isWhitespace }
      let sides = item.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
      guard sides.count == 2 else {
        throw CallTestRequirementError(
          item: String(part), cause: "is not a name, =, and a number",
          remedy: "write it like mos=3.8; \(names)")
      }
      guard let figure = Figure(rawValue: sides[0]) else {
        let near = nearest(to: sides[0]).map { "did you mean \($0)? " } ?? ""
        throw CallTestRequirementError(
          item: item, cause: "names nothing that is measured", remedy: near + names)
      }
      guard let limit = number(sides[1]) else {
        throw CallTestRequirementError(
          item: item, cause: "has no number", remedy: "write digits and a point, as in mos=3.8")
      }
      guard !requirements.contains(where: { $0.figure == figure }) else {
        throw CallTestRequirementError(
          item: item, cause: "comes twice", remedy: "write each name once")
      }
      requirements.append(CallTestRequirement(figure, limit))
    }
    return requirements
  }

  private static var names: String {
    "names are " + Figure.allCases.map(\.rawValue).joined(separator: ", ")
  }

  /// Digits with a point at most: no exponents, signs, or words such as `nan`.
  private static func number(_ text: String) -> Double? {
    guard text.utf8.count <= 12, text.utf8.allSatisfy({ $0 == 0x2E || (0x30...0x39).contains($0) })
    else { return nil }
    return Double(text)
  }

  /// The name that differs least, by two letters at most.
  private static func nearest(to name: String) -> String? {
    let near = Figure.allCases.map {
      ($0.rawValue, difference(Array(name.utf8), Array($0.rawValue.utf8)))
    }
    return near.filter { $0.1 <= 2 }.min { $0.1 < $1.1 }?.0
  }

  /// Letters to insert, remove or replace (Levenshtein 1966).
  private static func difference(_ first: [UInt8], _ second: [UInt8]) -> Int {
    guard first.count <= 32 else { return first.count }
    var row = Array(0...second.count)
    for (index, letter) in first.enumerated() {
      var diagonal = row[0]
      row[0] = index + 1
      for place in second.indices {
        let replaced = diagonal + (letter == second[place] ? 0 : 1)
        diagonal = row[place + 1]
        row[place + 1] = min(replaced, row[place] + 1, diagonal + 1)
      }
    }
    return row[second.count]
  }
}
