import MediaCore
import Strokes
import Testing

@testable import CallSession

@Suite struct PictureChangesTests {
  private func milliseconds(_ count: Int64) -> MediaTime { MediaTime(milliseconds: count) }

  private func name(_ change: PictureChanges.Change) -> String {
    switch change {
    case .board(let event): "board \(event.sequence)"
    case .camera(let participant, _): "camera \(participant)"
    case .muted(let participant): "muted \(participant)"
    case .removed(let participant): "removed \(participant)"
    case .speaker(let participant): "speaker \(participant)"
    case .screen(let participant, _): "screen \(participant)"
    case .hidden(let participant): "hidden \(participant)"
    }
  }

  @Test func `what comes in any order is taken by its time`() {
    var changes = PictureChanges()
    changes.insert(.camera(participant: 1, frame: []), at: milliseconds(40))
    changes.insert(.speaker(participant: 2), at: milliseconds(20))
    changes.insert(.muted(participant: 1), at: milliseconds(40))
    changes.insert(.removed(participant: 3), at: milliseconds(60))
    #expect(changes.take(until: milliseconds(19)).isEmpty)
    let taken = changes.take(until: milliseconds(40)).map(name)
    #expect(taken == ["speaker 2", "camera 1", "muted 1"])
    #expect(changes.take(until: milliseconds(40)).isEmpty)
    #expect(changes.take(until: milliseconds(60)).map(name) == ["removed 3"])
  }

  @Test func `the log keeps its order, at the latest of its times`() {
    var changes = PictureChanges()
    for (sequence, time) in [(1, 50), (2, 30), (3, 70)] as [(UInt64, Int64)] {
      changes.insert(
        .board(
          BoardEvent(
            sequence: sequence, time: BoardTime(ticks: time * 10), author: AuthorID(1),
            action: .left)), at: milliseconds(time))
    }
    #expect(changes.take(until: milliseconds(40)).isEmpty)
    #expect(changes.take(until: milliseconds(50)).map(name) == ["board 1", "board 2"])
    #expect(changes.take(until: milliseconds(80)).map(name) == ["board 3"])
  }
}
