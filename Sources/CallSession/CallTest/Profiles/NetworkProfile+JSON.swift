package import MediaCore

/// Reading of profile files; Documentation/network-profiles.md describes every field.
extension NetworkProfile {
  /// `file` names the file in messages, and the profile if it does not name itself.
  package init(json bytes: [UInt8], file: String) throws(MediaError) {
    do {
      try self.init(parsing: bytes, file: file)
    } catch {
      throw error.mediaError(file: file)
    }
  }

  init(parsing bytes: [UInt8], file: String) throws(NetworkProfileError) {
    guard let value = JSONValue(parsing: bytes) else {
      throw NetworkProfileError(
        field: nil, cause: "is no JSON", remedy: "a profile is an object of RFC 8259 in UTF-8")
    }
    var fields = try ProfileFields(value, path: "")
    let name = try fields.text("name") ?? file
    var up = LinkSettings()
    if var link = try fields.object("up") { up = try LinkSettings(&link) }
    var down = up
    if var link = try fields.object("down") { down = try LinkSettings(&link) }
    self.init(name: name, up: up, down: down)
    systemClockOffset = try fields.time("systemClockOffsetMs", upTo: 86_400_000) ?? .zero
    systemClockDrift = try fields.drift("systemClockPpm")
    sampleClockDrift = try fields.drift("sampleClockPpm")
    try fields.finish()
  }
}

extension ProfileFields {
  /// Parts per million, as nanoseconds a second.
  fileprivate mutating func drift(_ field: String) throws(NetworkProfileError) -> Int64 {
    Int64((try number(field, in: -10_000...10_000) ?? 0) * 1000)
  }
}

extension LinkSettings {
  fileprivate init(_ fields: inout ProfileFields) throws(NetworkProfileError) {
    self.init()
    latency = try fields.time("latencyMs", upTo: 60_000) ?? .zero
    if var jitter = try fields.object("jitter") { self.jitter = try JitterModel(&jitter) }
    if var loss = try fields.object("loss") { self.loss = try LossModel(&loss) }
    if var reordering = try fields.object("reordering") {
      self.reordering = Reordering(
        rate: try reordering.requiredNumber("rate", in: 0...1),
        delay: try reordering.requiredTime("delayMs", upTo: 10_000))
      try reordering.finish()
    }
    duplication = try fields.number("duplication", in: 0...1) ?? 0
    if var capacity = try fields.object("capacity") { self.capacity = try LinkCapacity(&capacity) }
    for var entry in try fields.list("outages") {
      let outage = Outage(
        start: try entry.requiredTime("atMs", upTo: 86_400_000),
        length: try entry.requiredTime("lengthMs", upTo: 86_400_000))
      guard outage.start >= outages.last?.end ?? .zero else {
        throw entry.error("atMs", "is before the end of the last outage", "order them by time")
      }
      outages.append(outage)
      try entry.finish()
    }
    try fields.finish()
  }
}

extension JitterModel {
  fileprivate init(_ fields: inout ProfileFields) throws(NetworkProfileError) {
    let name = try fields.text("distribution") ?? Distribution.gaussian.rawValue
    guard let distribution = Distribution(rawValue: name) else {
      let known = Distribution.allCases.map(\.rawValue).joined(separator: " or ")
      throw fields.error("distribution", "is \"\(name)\"", "give \(known)")
    }
    let deviation = try fields.requiredTime("deviationMs", upTo: 10_000)
    let correlation = try fields.time("correlationMs", upTo: 60_000)
    let bound = try fields.time("boundMs", upTo: 60_000)
    self.init(
      distribution, deviation: deviation, correlation: correlation ?? MediaTime(milliseconds: 50),
      bound: bound ?? MediaTime(nanoseconds: deviation.nanoseconds * 4))
    try fields.finish()
  }
}

extension LossModel {
  fileprivate init(_ fields: inout ProfileFields) throws(NetworkProfileError) {
    if let goodToBad = try fields.number("goodToBad", in: 0...1) {
      self = .gilbertElliott(
        goodToBad: goodToBad, badToGood: try fields.requiredNumber("badToGood", in: 0...1),
        lossInGood: try fields.number("lossInGood", in: 0...1) ?? 0,
        lossInBad: try fields.number("lossInBad", in: 0...1) ?? 1)
    } else {
      let rate = try fields.requiredNumber("rate", in: 0...1)
      if let length = try fields.number("meanBurst", in: 1...100_000) {
        guard let bursts = LossModel.bursts(rate: rate, meanLength: length) else {
          throw fields.error(
            "meanBurst", "is too short for a loss of \(ProfileFields.text(rate))",
            "give at least rate / (1 - rate)")
        }
        self = bursts
      } else {
        self = .independent(rate: rate)
      }
    }
    try fields.finish()
  }
}

extension LinkCapacity {

  fileprivate init(_ fields: inout ProfileFields) throws(NetworkProfileError) {
    var steps = [Step(start: .zero, rate: try fields.rate("kbps"))]
    let milliseconds = try fields.time("queueMs", upTo: 60_000)
    let bytes = try fields.number("queueBytes", in: 1500...1_000_000_000)
    guard milliseconds == nil || bytes == nil else {
      throw fields.error("queueBytes", "stands beside queueMs", "give one of them")
    }
    for var entry in try fields.list("steps") {
      let step = Step(
        start: try entry.requiredTime("atMs", upTo: 86_400_000), rate: try entry.rate("kbps"))
      guard step.start > steps[steps.count - 1].start else {
        throw entry.error("atMs", "is not after the step before", "order them by time")
      }
      steps.append(step)
      try entry.finish()
    }
    try fields.finish()
    let limit = bytes.map { QueueLimit.bytes(Int($0)) }
    self.init(
      steps: steps, queueLimit: limit ?? .time(milliseconds ?? MediaTime(milliseconds: 200)))
  }
}

extension ProfileFields {
  /// Kilobits a second, as bits.
  fileprivate mutating func rate(_ field: String) throws(NetworkProfileError) -> Int64 {
    Int64((try requiredNumber(field, in: 1...100_000_000) * 1000).rounded())
  }
}
