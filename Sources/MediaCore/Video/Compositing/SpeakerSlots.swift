/// Who is shown where there is not room for all: those who spoke last, each in a place that is kept
/// as long as they are shown. Nobody's picture moves because somebody else begins to speak.
package struct SpeakerSlots: Equatable, Sendable {
  private struct Slot: Equatable {
    var participant: Int32
    /// The count of turns when they spoke last.
    var turn: Int
  }

  private var slots: [Slot] = []
  private var turns = 0
  private let most: Int

  package init(most: Int) {
    precondition(most > 0, "somebody is shown")
    self.most = most
  }

  /// By place.
  package var participants: [Int32] { slots.map(\.participant) }

  /// Somebody is there who may be shown, though they have not spoken.
  package mutating func join(_ participant: Int32) {
    guard slots.count < most, !slots.contains(where: { $0.participant == participant }) else {
      return
    }
    slots.append(Slot(participant: participant, turn: 0))
  }

  /// Takes the place of the one who has been silent for longest, if they have none.
  package mutating func speak(_ participant: Int32) {
    turns += 1
    var quietest = 0
    for index in slots.indices {
      if slots[index].participant == participant {
        slots[index].turn = turns
        return
      }
      if slots[index].turn < slots[quietest].turn { quietest = index }
    }
    let slot = Slot(participant: participant, turn: turns)
    if slots.count < most { slots.append(slot) } else { slots[quietest] = slot }
  }

  package mutating func leave(_ participant: Int32) {
    slots.removeAll { $0.participant == participant }
  }
}
