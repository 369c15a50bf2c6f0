/// Which paths a finding is about, so that one cause is one sentence.
enum PathScope: Equatable {
  case everybody
  /// All paths from somebody.
  case speaker(Int)
  /// All paths to somebody.
  case listener(Int)
  case path(from: Int, to: Int)

  var subject: CallTestFinding.Subject {
    switch self {
    case .everybody: .call
    case .speaker(let number), .listener(let number):
      .init(kind: .participant, participant: number)
    case .path(let from, let to): .init(kind: .path, participant: from, other: to)
    }
  }

  /// Divides paths: all of them, all of one who speaks, all of one who listens, or single ones.
  /// - Parameters:
  ///   - measured: every path that has the figure.
  ///   - affected: those of them on which it is not good.
  static func scopes(
    measured: [CallTestReport.Path], affected: [CallTestReport.Path]
  ) -> [(scope: PathScope, paths: [CallTestReport.Path])] {
    if affected.count == measured.count, affected.count > 1, speakers(affected).count > 1 {
      return [(.everybody, affected)]
    }
    var rest = affected
    var scopes: [(PathScope, [CallTestReport.Path])] = []
    for speaker in speakers(affected) {
      let group = affected.filter { $0.from == speaker }
      guard group.count > 1, group.count == measured.count(where: { $0.from == speaker }) else {
        continue
      }
      scopes.append((.speaker(speaker), group))
      rest.removeAll { $0.from == speaker }
    }
    for listener in Set(rest.map(\.to)).sorted() {
      let group = affected.filter { $0.to == listener }
      guard group.count > 1, group.count == measured.count(where: { $0.to == listener }) else {
        continue
      }
      scopes.append((.listener(listener), group))
      rest.removeAll { $0.to == listener }
    }
    return scopes + rest.map { (.path(from: $0.from, to: $0.to), [$0]) }
  }

  private static func speakers(_ paths: [CallTestReport.Path]) -> [Int] {
    Set(paths.map(\.from)).sorted()
  }
}
