/// What a payload type means (RFC 8866, 6.6), with its parameters and the feedback that it gets.
package struct PayloadFormat: Equatable, Sendable {
  package var payloadType: UInt8
  /// As it was written; case does not matter.
  package var encoding: String
  /// Ticks a second.
  package var clockRate: Int
  package var channels: Int
  package var parameters = FormatParameters()
  package var feedback: FeedbackKinds = []

  package init(payloadType: UInt8, encoding: String, clockRate: Int, channels: Int = 1) {
    self.payloadType = payloadType
    self.encoding = encoding
    self.clockRate = clockRate
    self.channels = channels
  }

  /// - Parameter map: what stands behind the payload type: `opus/48000/2`.
  init?(payloadType: UInt8, map: Substring) {
    let parts = map.trimmed.split(at: UInt8(ascii: "/"))
    guard parts.count >= 2, let rate = parts[1].number(Int32.self), rate > 0 else { return nil }
    let channels = parts.count > 2 ? parts[2].number(UInt8.self) ?? 1 : 1
    self.init(
      payloadType: payloadType, encoding: String(parts[0]), clockRate: Int(rate),
      channels: Int(max(1, channels)))
  }

  /// Those that need no map (RFC 3551, 6).
  fileprivate static func fixed(_ payloadType: UInt8) -> PayloadFormat? {
    let names: [UInt8: String] = [0: "PCMU", 8: "PCMA", 9: "G722", 13: "CN"]
    return names[payloadType].map {
      PayloadFormat(payloadType: payloadType, encoding: $0, clockRate: 8000)
    }
  }

  /// `opus/48000/2`
  var map: String { "\(encoding)/\(clockRate)" + (channels > 1 ? "/\(channels)" : "") }

  /// The payload type whose packets are sent again under this one (RFC 4588, 8.1).
  package var repairs: UInt8? {
    guard encoding.isSame(as: "rtx") else { return nil }
    return parameters["apt"]?[...].number(UInt8.self)
  }
}

extension MediaSection {
  /// The formats in the media line's order, which is the writer's preference. Attributes may stand in
  /// any order; payload types without a map are left out.
  package var formats: [PayloadFormat] {
    guard isRTP else { return [] }
    let maps = valuesByPayloadType("rtpmap")
    let parameters = valuesByPayloadType("fmtp")
    var feedback = [FeedbackKinds](repeating: [], count: 128)
    var feedbackOfAll: FeedbackKinds = []
    for value in lines.attributes("rtcp-fb") {
      let (type, rest) = value.cut(at: UInt8(ascii: " "))
      if type == "*" {
        feedbackOfAll.formUnion(FeedbackKinds(rest ?? ""))
      } else if let number = type.number(UInt8.self), number < 128 {
        feedback[Int(number)].formUnion(FeedbackKinds(rest ?? ""))
      }
    }
    var seen = [Bool](repeating: false, count: 128)
    var formats: [PayloadFormat] = []
    for word in media.formats {
      guard let type = word[...].number(UInt8.self), type < 128, !seen[Int(type)] else { continue }
      seen[Int(type)] = true
      guard
        var format = maps[Int(type)].map({ PayloadFormat(payloadType: type, map: $0) })
          ?? PayloadFormat.fixed(type)
      else { continue }
      format.parameters = FormatParameters(parameters[Int(type)] ?? "")
      format.feedback = feedback[Int(type)].union(feedbackOfAll)
      formats.append(format)
    }
    return formats
  }

  /// What stands behind the payload type, of the first attribute for each.
  private func valuesByPayloadType(_ name: String) -> [Substring?] {
    var values = [Substring?](repeating: nil, count: 128)
    for value in lines.attributes(name) {
      let (type, rest) = value.cut(at: UInt8(ascii: " "))
      guard let number = type.number(UInt8.self), number < 128, values[Int(number)] == nil else {
        continue
      }
      values[Int(number)] = rest ?? ""
    }
    return values
  }
}
