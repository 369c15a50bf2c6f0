/// What the neighbours suggest for a macroblock's vector, and how strongly (RFC 6386, 16.3).
struct VP8MotionCandidates: Equatable, Sendable {
  /// Not clamped. Zero when there are none.
  private(set) var nearest = VP8MotionVector.zero
  private(set) var near = VP8MotionVector.zero
  private(set) var best = VP8MotionVector.zero
  /// Votes for no motion, `nearest`, `near`, and for split vectors, which nothing here writes: 0…5.
  private(set) var votes = SIMD4<UInt8>(repeating: 0)

  /// - Parameters: vectors of the neighbours; nil for those predicted within the frame and those
  ///   outside of it. No frame here biases signs, so it does not matter what they refer to.
  init(above: VP8MotionVector?, left: VP8MotionVector?, aboveLeft: VP8MotionVector?) {
    var third = VP8MotionVector.zero
    var found = 0
    for (neighbour, weight) in [(above, UInt8(2)), (left, 2), (aboveLeft, 1)] {
      guard let vector = neighbour else { continue }
      if vector == .zero {
        votes[0] += weight
        continue
      }
      // A neighbour is compared with the last vector found, not with all.
      let last = found == 0 ? VP8MotionVector.zero : found == 1 ? nearest : near
      if found == 0 || vector != last {
        found += 1
        switch found {
        case 1: nearest = vector
        case 2: near = vector
        default: third = vector
        }
      }
      votes[found] += weight
    }
    if votes[3] > 0 && third == nearest { votes[1] += 1 }
    votes[3] = 0
    if votes[2] > votes[1] {
      (nearest, near) = (near, nearest)
      (votes[1], votes[2]) = (votes[2], votes[1])
    }
    if votes[1] >= votes[0] { best = nearest }
  }

  /// The probability of false at a branch of the motion mode, 0…3.
  func probability(at branch: Int) -> UInt8 {
    VP8Tables.motionModes[Int(votes[branch]) * 4 + branch]
  }
}
