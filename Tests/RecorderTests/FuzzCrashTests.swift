import CallSession
import Foundation
import MediaCore
import MediaIO
import Strokes
import Testing

/// Every input that ever crashed a parser, tried again. A row for each target of Fuzz/.
@Suite struct FuzzCrashTests {
  struct Crash: CustomTestStringConvertible, Sendable {
    let target: String
    let file: URL

    var testDescription: String { "\(target)/\(file.lastPathComponent)" }
  }

  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Fuzz")

  static let targets: [(name: String, run: @Sendable ([UInt8]) -> Bool)] = [
    ("AudioReception", { AudioReceptionExercise.run($0).isConsistent }),
    ("OpusPayload", { OpusPayloadExercise.run($0).isConsistent }),
    ("BoardText", { BoardTextExercise.run($0).isConsistent }),
    ("BoardReplay", { BoardReplayExercise.run($0).isConsistent }),
    ("BoardBinary", { BinaryCodecExercise.run($0).isConsistent }),
    ("RTP", { RTPExercise.run($0).isConsistent }),
    ("RTCP", { RTCPExercise.run($0).isConsistent }),
    ("VP8Payload", { VP8PayloadExercise.run($0).isConsistent }),
    ("RoomCommands", { RoomExercise.run($0).isConsistent }),
    (
      "Excalidraw",
      {
        _ = try? ExcalidrawDocument(bytes: $0, name: "crash.excalidraw")
        return true
      }
    ),
    ("ReliableChannel", { ReliableChannelExercise.run($0).isConsistent }),
    ("RTPSession", { RTPSessionExercise.run($0).isConsistent }),
    (
      "RecordingAudit",
      {
        _ = RecordingAuditExercise.run($0)
        return true
      }
    ),
    (
      "Recovery",
      {
        _ = Recovery.complete(bytes: $0)
        return true
      }
    ),
    ("NetworkProfile", { NetworkProfileExercise.run($0).isConsistent }),
    ("SDP", { SDPExercise.run($0).isConsistent }),
    ("DatagramDemux", { DatagramKindExercise.run($0).isConsistent }),
    ("DTLS", { DTLSExercise.run($0) == DTLSExercise.Report() }),
    ("Signalling", { SignallingExercise.run($0).isConsistent }),
    ("SRTP", { SRTPExercise.run($0) == SRTPExercise.Report() }),
    ("STUN", { STUNExercise.run($0).isConsistent }),
  ]

  static func inputs(_ folder: String) -> [Crash] {
    var crashes: [Crash] = []
    for target in targets {
      let path = root.appending(path: "\(folder)/\(target.name)")
      let files =
        (try? FileManager.default.contentsOfDirectory(
          at: path, includingPropertiesForKeys: nil)) ?? []
      for file in files.sorted(by: { $0.path < $1.path }) {
        crashes.append(Crash(target: target.name, file: file))
      }
    }
    return crashes
  }

  @Test func `every fuzz target is replayed here`() throws {
    let folders = try FileManager.default.contentsOfDirectory(
      atPath: Self.root.appending(path: "Sources").path)
    #expect(folders.sorted() == Self.targets.map(\.name).sorted())
  }

  @Test(arguments: inputs("Crashes") + inputs("Seeds"))
  func `a kept input is survived`(crash: Crash) throws {
    let bytes = [UInt8](try Data(contentsOf: crash.file))
    for target in Self.targets where target.name == crash.target {
      #expect(target.run(bytes))
    }
  }
}
