/// What calls cost in instructions, by callgrind.
enum CallInstructions {
  /// A call of three who only talk: a minute and a minute and a half, so that starting, the making of
  /// voices and what is compared, the same in both, fall out.
  static func talk(folder: String) {
    let (short, long) = (1.0, 1.5)
    guard let before = count(["sound-call", "wifi", "\(short)"], folder),
      let after = count(["sound-call", "wifi", "\(long)"], folder)
    else { return print("valgrind did not run") }
    let seconds = (long - short) * 60
    func each(_ part: KeyPath<LibraryCosts, Int64>) -> Double {
      Double(after[keyPath: part] - before[keyPath: part]) / seconds / 1e6
    }
    let (all, opus, protection) = (each(\.total), each(\.opus), each(\.protection))
    let hour = (cpu(ofMinutes: 6) - cpu(ofMinutes: 1)) * 12
    print("\n| three people who talk, wifi | million instructions a second | share | CPU an hour |")
    print("|---|---|---|---|")
    for (name, count) in [
      ("libopus", opus), ("protection", protection), ("the rest", all - opus - protection),
      ("together", all),
    ] {
      print(
        "| \(name) | \(fixed(count, 1)) | \(fixed(count / all * 100, 1)) % "
          + "| \(fixed(hour * count / all, 1)) s |")
    }
  }

  /// Rooms of three speakers and few or many listeners: what the codec takes for a tick.
  static func rooms(folder: String) {
    print("\n| listeners | packets coded | decoded | million instructions of libopus a tick | × |")
    print("|---|---|---|---|---|")
    var first: Double?
    for listeners in [10, 1_000] {
      let (few, many) = (20, 40)
      guard let before = count(["room", "\(listeners)", "\(few)"], folder),
        let after = count(["room", "\(listeners)", "\(many)"], folder),
        let workBefore = try? CallCosts.room(listeners: listeners, ticks: Int64(few)),
        let workAfter = try? CallCosts.room(listeners: listeners, ticks: Int64(many))
      else { return print("valgrind did not run") }
      func each(_ first: Int, _ last: Int) -> Double { Double(last - first) / Double(many - few) }
      let opus = Double(after.opus - before.opus) / Double(many - few) / 1e6
      let base = first ?? opus
      first = base
      print(
        "| \(listeners) | \(fixed(each(workBefore.encoded, workAfter.encoded), 2)) "
          + "| \(fixed(each(workBefore.decoded, workAfter.decoded), 2)) | \(fixed(opus, 2)) "
          + "| \(fixed(opus / base, 3)) |")
    }
  }

  private static func count(_ command: [String], _ folder: String) -> LibraryCosts? {
    LibraryCosts.count(command, folder: folder)
  }

  private static func cpu(ofMinutes minutes: Int) -> Double {
    ChildProcess.run([CommandLine.arguments[0], "sound-call", "wifi", "\(minutes)"]).usage.cpu
  }
}
