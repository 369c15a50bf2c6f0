import MediaCore
import TestSupport

@testable import CallSession

/// A receiver of a board that goes by dependency descriptors alone, as browsers do: a frame is shown once it is
/// whole and the frames that it names were shown. Without descriptors each picture depends on the one before.
struct DescribedScreen {
  private struct Frame {
    var payloads: [Int64: [UInt8]] = [:]
    var first: Int64?
    var last: Int64?
    var dependencies: [Int64] = []

    var isWhole: Bool {
      guard let first, let last else { return false }
      return payloads.count == Int(last - first) + 1
    }
  }

  private let id: UInt8?
  private let format: RetransmissionFormat
  /// Of several frames that can be shown it takes the last, and drops those before.
  private let isHasty: Bool
  private var nack = NACKGenerator()
  private var sequences = SequenceExtender()
  private var numbers = SequenceExtender()
  private var structure: DependencyStructure?
  private var frames: [Int64: Frame] = [:]
  private var shownFrames: Set<Int64> = []
  private var lastShown: Int64?
  private var seen: Set<Int64> = []
  private(set) var screen = FakeBoard.Screen()
  private(set) var lastShowing = MediaTime.zero
  private(set) var longestStill = MediaTime.zero
  /// Packets whose descriptor was not understood.
  private(set) var notUnderstood = 0
  private(set) var dropped = 0
  private(set) var keyFrames = 0
  private var asked = MediaTime.zero
  private(set) var pleas = 0

  init(id: UInt8?, format: RetransmissionFormat, isHasty: Bool) {
    self.id = id
    self.format = format
    self.isHasty = isHasty
  }

  mutating func receive(_ datagram: [UInt8], roundTrip: MediaTime, at now: MediaTime) throws {
    guard let packet = try? RTPPacket(parsing: datagram.span) else { return }
    nack.roundTrip = roundTrip
    var (header, payload) = (packet.header, packet.payload)
    if let again = format.original(of: packet, in: datagram.span) { (header, payload) = again }
    guard header.ssrc == format.original.ssrc else { return }
    let sequence = sequences.extend(header.sequenceNumber)
    nack.note(sequence, at: now)
    guard seen.insert(sequence).inserted else { return }
    try place(
      packet, header, Array(datagram[payload]), sequence: sequence, of: datagram)
    show(at: now)
  }

  private mutating func place(
    _ packet: RTPPacket, _ header: RTPHeader, _ payload: [UInt8], sequence: Int64,
    of datagram: [UInt8]
  ) throws {
    var size = 0
    guard let vp8 = VP8PayloadDescriptor(parsing: payload.span, size: &size) else { return }
    let bytes = Array(payload[size...])
    var frame: Frame
    let number: Int64
    let starts: Bool
    let ends: Bool
    if let id {
      guard let place = packet.element(id, in: datagram.span) else {
        notUnderstood += 1
        return
      }
      let value = Array(datagram[place])
      guard let descriptor = try? DependencyDescriptor(parsing: value.span, structure: structure)
      else {
        notUnderstood += 1
        return
      }
      number = numbers.extend(SequenceNumber(descriptor.frame))
      if let attached = descriptor.structure {
        structure = attached
        keyFrames += 1
      }
      frame = frames[number] ?? Frame()
      (starts, ends) = (descriptor.startsFrame, descriptor.endsFrame)
      if let structure {
        frame.dependencies = descriptor.dependencies(by: structure).map {
          number + Int64(SequenceNumber(descriptor.frame).distance(to: SequenceNumber($0)))
        }
      }
    } else {
      number = numbers.extend(SequenceNumber(vp8.picture?.number ?? 0))
      frame = frames[number] ?? Frame()
      starts = vp8.beginsPartition && vp8.partition == 0
      ends = header.hasMarker
      if starts {
        let isKeyFrame = bytes.first.map { $0 & 1 == 0 } ?? false
        if isKeyFrame { keyFrames += 1 }
        frame.dependencies = isKeyFrame ? [] : [number - 1]
      }
    }
    if starts { frame.first = sequence }
    if ends { frame.last = sequence }
    frame.payloads[sequence] = bytes
    frames[number] = frame
  }

  private mutating func show(at now: MediaTime) {
    while true {
      let ready = frames.filter { number, frame in
        lastShown.map { number > $0 } ?? true && frame.isWhole
          && frame.dependencies.allSatisfy { shownFrames.contains($0) }
      }.keys
      guard let number = isHasty ? ready.max() : ready.min(), let frame = frames[number],
        let first = frame.first, let last = frame.last
      else { return }
      screen.show((first...last).flatMap { frame.payloads[$0] ?? [] })
      dropped += ready.filter { $0 < number }.count
      shownFrames.insert(number)
      lastShown = number
      frames = frames.filter { $0.key > number }
      nack.forget(through: last)
      longestStill = max(longestStill, now - lastShowing)
      lastShowing = now
    }
  }

  var deadline: MediaTime? { nack.deadline }

  /// What it asks for; a key frame when nothing was shown for three seconds.
  mutating func takeFeedback(at now: MediaTime) -> [RTCPPacket] {
    var packets: [RTCPPacket] = []
    let source = format.original.ssrc
    let missing = nack.takeDue(at: now)
    if !missing.isEmpty {
      packets.append(
        .nack(NegativeAcknowledgement(sender: SSRC(10), source: source, missing: missing)))
    }
    let isLost = id != nil && structure == nil && notUnderstood > 0
    let patience = MediaTime(milliseconds: isLost ? 1_000 : 3_000)
    if now - max(lastShowing, asked) > patience {
      asked = now
      pleas += 1
      packets.append(.pictureLoss(PictureLossIndication(sender: SSRC(10), source: source)))
    }
    return packets
  }
}
