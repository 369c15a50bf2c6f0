/// How everything was measured, and how to do it again.
extension CallTestHTML {
  private static let terms: [(String, String)] = [
    (
      "From mouth to ear",
      "What was heard is compared with what was said, block by block; the mean. Coding, packets, both "
        + "links and the jitter buffer are within it, sound cards and air are not."
    ),
    (
      "MOS",
      "An estimate after the wideband E-model of ITU-T G.107.1 from delay, sound made up, burst ratio "
        + "(BurstR, of G.107) and Opus's constants Ie and Bpl, which are Alahmadi's (ACM TOMM 17(4), 2021): "
        + "the ITU has none. No people were asked."
    ),
    (
      "Intelligibility",
      "STOI (Taal, Hendriks, Heusdens and Jensen 2011) of the speech as heard: about 1 is untouched, above "
        + "0.75 nearly every sentence is understood."
    ),
    (
      "Lost, made up",
      "Lost on the way are packets that the network lost on both links. Made up is the sound that was "
        + "still missing when it had to be played."
    ),
    (
      "Audibly concealed",
      "Longer than 20 ms in a row, and while somebody spoke: a share of the speech."
    ),
    (
      "Frozen",
      "As W3C's webrtc-stats counts freezes: a picture stands 150 ms longer than the mean, and three "
        + "times the mean at least."
    ),
    (
      "SSIM",
      "Structural similarity of what was shown with what was captured: 1 is the same picture."
    ),
    (
      "Legible",
      "A stroke is, once 80 % of its ink, by intersection over union of inked pixels in its box, is on "
        + "the viewer's board. By events, as pages draw it; by video, as VP8 shows it."
    ),
    (
      "Not in the path",
      "DTLS, ICE and browsers: keys of SRTP are given, packets are protected with them as in a call."
    ),
  ]

  private var terms: [(String, String)] {
    guard let line = report.line else { return Self.terms }
    return Self.terms.filter { !Self.callTerms.contains($0.0) } + Self.terms(of: line)
  }

  /// Those that a line has nothing of.
  private static let callTerms = ["Legible", "Not in the path"]

  func writeMethod(into html: inout HTMLWriter) {
    section("How it was measured", into: &html) { html in
      html.element("p", network)
      html.element(
        "p",
        (report.encoder.map { "The board's video was made by the encoder \($0). " } ?? "")
          + "Every finding above names its figures.")
      html.element("dl") { html in
        for (term, meaning) in terms {
          html.element("dt", term)
          html.element("dd", meaning)
        }
      }
      if let command {
        html.element("p", "To do it again:")
        html.element("pre") { $0.element("code", command) }
      }
    }
  }

  private var network: String {
    if let line = report.line { return Self.network(of: line) }
    return report.usesSockets
      ? "Packets went through sockets of this machine in real time, so no two tests are quite the "
        + "same."
      : "Packets went over the simulated network of profile \(report.profile). The same seed, "
        + "\(report.seed), gives the same figures on every machine."
  }
}
