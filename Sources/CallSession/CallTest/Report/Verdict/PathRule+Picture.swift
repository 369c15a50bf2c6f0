/// How people are seen.
extension PathRule {
  /// Of pictures of which some were shown.
  private static func shown(
    _ figure: @escaping @Sendable (CallTestReport.Picture) -> Double?
  ) -> @Sendable (CallTestReport.Path, CallTestReport) -> Double? {
    { path, _ in path.picture.flatMap { $0.shown > 0 ? figure($0) : nil } }
  }

  private static func counts(_ path: CallTestReport.Path) -> [CallTestFinding.Figure] {
    [
      .init("picture.captured", Double(path.picture?.captured ?? 0), .count),
      .init("picture.shown", Double(path.picture?.shown ?? 0), .count),
      .init("picture.changed", Double(path.picture?.changed ?? 0), .count),
    ]
  }

  /// Milliseconds of each minute.
  static func frozen(_ picture: CallTestReport.Picture, in report: CallTestReport) -> Double? {
    report.duration > 0 ? picture.frozen * 60 / report.duration : nil
  }

  /// The largest of all offsets that are known, without sign.
  static func offset(_ picture: CallTestReport.Picture) -> Double? {
    [
      picture.largestOffset, picture.offsetAtStart, picture.offsetInMiddle, picture.offsetAtEnd,
    ].compactMap { $0?.magnitude }.filter(\.isFinite).max()
  }

  static let picture: [PathRule] = [
    PathRule(
      .noPicture, CallTestThresholds.shown,
      .other("The camera works: look for where its packets end, and for a missing key frame."),
      measure: { path, _ in
        path.picture.map {
          $0.captured >= CallTestThresholds.leastPictures && $0.shown == 0 ? 0 : 1
        }
      },
      text: { people, _, path in
        "\(people.not("see")): \(path.picture?.captured ?? 0) pictures were captured, and none was shown."
      }, companions: counts),
    PathRule(
      .stillCamera, CallTestThresholds.changed,
      .other("Check that the camera's lens is free and that its driver gives new pictures."),
      measure: { path, _ in
        path.picture.flatMap {
          $0.shown >= CallTestThresholds.leastPictures
            ? Double($0.changed) / Double($0.shown) : nil
        }
      },
      text: { people, _, path in
        "\(people.listener) will see a still picture of \(people.speaker): "
          + "\(path.picture?.captured ?? 0) were captured and \(path.picture?.shown ?? 0) shown, "
          + "\(path.picture?.changed ?? 0) of them unlike the one before."
      }, companions: counts),
    PathRule(
      .frozenCamera, CallTestThresholds.frozen, .loss,
      measure: { path, report in
        path.picture.flatMap { $0.shown > 0 ? frozen($0, in: report) : nil }
      },
      text: { people, figures, path in
        "\(people.listener) will see \(people.speaker) freeze: \(figures) of standing still, the "
          + "longest for \(ReportFigure.milliseconds(path.picture?.longestFreeze))."
      },
      companions: { path in
        [
          .init("picture.freezes", Double(path.picture?.freezes ?? 0), .count),
          .init("picture.longestFreeze", path.picture?.longestFreeze ?? 0, .milliseconds),
        ]
      }),
    PathRule(
      .fewPictures, CallTestThresholds.shown, .loss,
      measure: shown {
        $0.captured >= CallTestThresholds.leastPictures
          ? Double($0.shown) / Double($0.captured) : nil
      },
      text: { people, figures, path in
        "\(people.listener) will see too few pictures of \(people.speaker): \(figures) of those "
          + "captured are shown, \(CallTestThresholds.shown.goal)."
      }, companions: counts),
    PathRule(
      .poorPicture, CallTestThresholds.similarity, .loss,
      measure: shown(\.similarity),
      text: { people, figures, _ in
        "\(people.listener) will see \(people.speaker) blurred: structural similarity \(figures) of "
          + "1, \(CallTestThresholds.similarity.goal)."
      }),
    PathRule(
      .latePicture, CallTestThresholds.pictureDelay, .delay,
      measure: shown(\.delay),
      text: { people, figures, _ in
        "\(people.listener) will see \(people.speaker) late: \(figures) after the camera, "
          + "\(CallTestThresholds.pictureDelay.goal)."
      }),
    PathRule(
      .outOfSync, CallTestThresholds.offset,
      .other("Look at the sender reports and the delays of both players."),
      measure: { path, _ in path.picture.flatMap(offset) },
      text: { people, figures, path in
        let start = ReportFigure.milliseconds(path.picture?.offsetAtStart)
        let end = ReportFigure.milliseconds(path.picture?.offsetAtEnd)
        return
          "\(people.listener) will see \(people.speaker)'s lips and voice apart: by \(figures) at "
          + "most, \(start) at the start and \(end) at the end (the picture late if more than 0)."
      },
      companions: { path in
        [
          ("picture.offsetAtStart", path.picture?.offsetAtStart),
          ("picture.offsetInMiddle", path.picture?.offsetInMiddle),
          ("picture.offsetAtEnd", path.picture?.offsetAtEnd),
        ].compactMap { name, value in value.map { .init(name, $0, .milliseconds) } }
      }),
  ]
}
