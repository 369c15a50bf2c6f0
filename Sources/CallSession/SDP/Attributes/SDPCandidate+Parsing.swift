extension SDPCandidate {
  /// - Parameter text: with or without `a=` and `candidate:`. Nil for what is no candidate, and for one
  ///   of an unknown type.
  package init?(_ text: some StringProtocol) {
    var rest = Substring(text).trimmed
    for prefix in ["a=", "candidate:"] where rest.utf8.starts(with: prefix.utf8) {
      rest = Substring(rest.utf8.dropFirst(prefix.utf8.count))
    }
    let words = rest.words
    guard words.count >= 8, words[6].isSame(as: "typ"),
      words[0].utf8.count <= Self.longestWord, words[4].utf8.count <= Self.longestWord,
      let component = words[1].number(UInt16.self), (1...256).contains(component),
      let priority = words[3].number(UInt32.self), let port = words[5].number(UInt16.self),
      let kind = Kind(rawValue: words[7].inSmallLetters)
    else { return nil }
    self.init(
      foundation: String(words[0]), component: Int(component), transport: words[2].inSmallLetters,
      priority: priority, address: String(words[4]), port: port, kind: kind)
    // Names and values by pairs; a name without a value is left out.
    var index = 8
    while index + 1 < words.count {
      guard add(words[index], words[index + 1]) else { return nil }
      index += 2
    }
  }

  /// Bytes: a name of the DNS is not longer.
  static let longestWord = 255

  private mutating func add(_ name: Substring, _ value: Substring) -> Bool {
    switch name {
    case "raddr" where relatedAddress == nil: relatedAddress = String(value)
    case "rport" where relatedPort == nil:
      guard let port = value.number(UInt16.self) else { return false }
      relatedPort = port
    case "tcptype" where tcpKind == nil && TCPKind(rawValue: String(value)) != nil:
      tcpKind = TCPKind(rawValue: String(value))
    default: extensions.append(Extension(String(name), String(value)))
    }
    return true
  }
}

extension [SDPLine] {
  /// Those that can be read, without repetitions.
  package var candidates: [SDPCandidate] {
    var seen: Set<SDPCandidate> = []
    var candidates: [SDPCandidate] = []
    for value in attributes("candidate") {
      guard candidates.count < SDPCandidate.most, let candidate = SDPCandidate(value),
        seen.insert(candidate).inserted
      else { continue }
      candidates.append(candidate)
    }
    return candidates
  }
}

extension SDPCandidate {
  /// Candidates of one section that are read.
  static let most = 128
}
