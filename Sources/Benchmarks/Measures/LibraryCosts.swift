internal import Glibc

/// What callgrind counted, by the library that the instructions belong to.
struct LibraryCosts {
  /// By the file's name, without its folder and versions.
  private var libraries: [String: Int64] = [:]

  /// Everything.
  var total: Int64 { sum { _ in true } }
  /// The codec of sound.
  var opus: Int64 { sum { $0 == "libopus.so" } }
  /// Protection: libsrtp2, and the libraries that its ciphers come from.
  var protection: Int64 {
    sum { name in Self.protecting.contains { name.hasPrefix($0) } }
  }

  private static let protecting = [
    "libsrtp2", "libcrypto", "libsoftokn", "libfreebl", "libnss", "libnspr", "libpl",
  ]

  private func sum(_ isMeant: (String) -> Bool) -> Int64 {
    var sum: Int64 = 0
    for (name, cost) in libraries where isMeant(name) { sum += cost }
    return sum
  }

  /// Counts a command of this program under valgrind; nil when that does not run.
  static func count(_ command: [String], folder: String) -> LibraryCosts? {
    let output = "\(folder)/callgrind.out"
    let (usage, _) = ChildProcess.run(
      [
        "valgrind", "-q", "--tool=callgrind", "--callgrind-out-file=\(output)",
        CommandLine.arguments[0],
      ] + command)
    return usage.exitCode == 0 ? LibraryCosts(of: output) : nil
  }

  /// Reads callgrind's file; nil when it is none.
  init?(of path: String) {
    guard let file = unsafe fopen(path, "r") else { return nil }
    defer { unsafe fclose(file) }
    var names: [Substring: String] = [:]
    var library = ""
    var isCall = false
    var line = [CChar](repeating: 0, count: 1 << 16)
    while unsafe fgets(&line, Int32(line.count), file) != nil {
      let text = String(
        decoding: line.prefix { $0 != 0 && $0 != 10 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      if text.hasPrefix("ob=") || text.hasPrefix("cob=") {
        // The name stands behind the number at its first mention only.
        let words = text.drop { $0 != "(" }.split(separator: " ", maxSplits: 1)
        guard let number = words.first else { continue }
        let name = names[number] ?? words.last.map(Self.name) ?? ""
        names[number] = name
        if text.hasPrefix("ob=") { library = name }
      } else if text.hasPrefix("calls=") {
        isCall = true
      } else if let first = text.first,
        first.isNumber || first == "+" || first == "-" || first == "*"
      {
        // The line behind a call has the cost of what was called.
        if !isCall {
          libraries[library, default: 0] += Int64(text.split(separator: " ").last ?? "") ?? 0
        }
        isCall = false
      }
    }
    if libraries.isEmpty { return nil }
  }

  private static func name(of path: Substring) -> String {
    var name = path.split(separator: "/").last ?? path
    // Of libopus.so.0.8.0 what stands before the versions.
    while let dot = name.lastIndex(of: "."), name[dot...].dropFirst().allSatisfy(\.isNumber) {
      name = name[..<dot]
    }
    return String(name)
  }
}
