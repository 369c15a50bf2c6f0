/// Writes cues as a `.vtt` file, for players that show no text track inside a WebM.
package struct WebVTTWriter {
  private let sink: any ByteSink
  private var number = 0

  package init(to sink: any ByteSink, title: String? = nil) throws(MediaError) {
    self.sink = sink
    var header = "WEBVTT"
    if let title, !title.isEmpty {
      header += " - "
      for scalar in title.unicodeScalars {
        // One line, and no arrow, which would make it a cue.
        header.unicodeScalars.append(
          scalar == "\n" || scalar == "\r" || scalar == ">" ? " " : scalar)
      }
    }
    try put(header + "\n")
  }

  /// Adds a cue; starts never go back.
  package mutating func write(_ cue: WebVTTCue) throws(MediaError) {
    number += 1
    let end = max(cue.end, cue.start + MediaTime(milliseconds: 1))
    try put("\n\(number)\n\(Self.stamp(cue.start)) --> \(Self.stamp(end))\n\(cue.payload)\n")
    try sink.flush()
  }

  /// Hours, minutes, seconds and milliseconds; hours have two digits or more.
  static func stamp(_ time: MediaTime) -> String {
    let total = max(time.nanoseconds + 500_000, 0) / 1_000_000
    let (hours, minutes) = (total / 3_600_000, total / 60_000 % 60)
    return
      "\(pad(hours, 2)):\(pad(minutes, 2)):\(pad(total / 1000 % 60, 2)).\(pad(total % 1000, 3))"
  }

  private static func pad(_ number: Int64, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(width - digits.count, 0)) + digits
  }

  private func put(_ text: String) throws(MediaError) {
    try sink.append(Array(text.utf8).span)
  }
}
