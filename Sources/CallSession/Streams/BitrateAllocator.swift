package import MediaCore

/// Shares out what a path carries: sound first, then the board, then cameras.
///
/// A board keeps its quality and gives way in frames; a camera that would get too little is left out rather
/// than shown as a blur, and comes back only when there has been enough for a while, so that it does not
/// flicker.
package struct BitrateAllocator: Sendable {
  /// Bits a second.
  package struct Needs: Equatable, Sendable {
    package var audio: Int64
    /// 0 when nothing is drawn.
    package var board: Int64
    /// What each layer of the camera adds, the base first; empty without a camera.
    package var cameraLayers: [Int64]

    package init(audio: Int64, board: Int64, cameraLayers: [Int64]) {
      self.audio = audio
      self.board = board
      self.cameraLayers = cameraLayers
    }

    package var total: Int64 {
      var total = audio + board
      for layer in cameraLayers { total += layer }
      return total
    }
  }

  package struct Allocation: Equatable, Sendable {
    package var audio: Int64 = 0
    package var board: Int64 = 0
    package var camera: Int64 = 0
    /// Layers of the camera that are sent; 0 is none.
    package var cameraLayers = 0
  }

  package private(set) var allocation = Allocation()
  /// Since when there has been enough for another layer.
  private var enoughSince: MediaTime?

  /// Beyond what another layer needs, and for how long, before it is added.
  private static let margin = 1.15
  private static let patience = MediaTime(milliseconds: 2_000)

  package init() {}

  /// - Parameters:
  ///   - estimate: bits a second that the path carries.
  ///   - loss: the share that is lost and sent again, below 1.
  package mutating func update(
    estimate: Int64, needs: Needs, loss: Double, at now: MediaTime
  ) -> Allocation {
    var left = Double(estimate)
    allocation.audio = min(needs.audio, estimate)
    left -= Double(allocation.audio)
    // What is sent again takes its part of all but sound.
    left *= 1 - min(max(loss, 0), 0.5)
    allocation.board = Int64(min(Double(needs.board), max(left, 0)))
    left = max(left - Double(allocation.board), 0)
    choose(needs.cameraLayers, left, at: now)
    return allocation
  }

  private mutating func choose(_ layers: [Int64], _ left: Double, at now: MediaTime) {
    var sum = 0.0
    var fitting = 0
    for layer in layers {
      guard sum + Double(layer) <= left else { break }
      sum += Double(layer)
      fitting += 1
    }
    let current = min(allocation.cameraLayers, layers.count)
    if fitting <= current {
      allocation.cameraLayers = fitting
      enoughSince = nil
    } else {
      allocation.cameraLayers = current
      var wanted = 0.0
      for layer in layers.prefix(current + 1) { wanted += Double(layer) }
      if left < wanted * Self.margin {
        enoughSince = nil
      } else if let since = enoughSince {
        if now - since >= Self.patience {
          (allocation.cameraLayers, enoughSince) = (current + 1, nil)
        }
      } else {
        enoughSince = now
      }
    }
    var camera: Int64 = 0
    for layer in layers.prefix(allocation.cameraLayers) { camera += layer }
    allocation.camera = camera
  }
}
