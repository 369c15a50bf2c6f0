// swift-tools-version: 6.2
import PackageDescription

/// libFuzzer brings `main`; the target's file brings `LLVMFuzzerTestOneInput`.
let fuzzer: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .unsafeFlags(["-parse-as-library"]),
]

/// One executable a parser. A target's folder in Seeds/ and Crashes/ has its name.
let parsers = [
  "AudioReception", "BoardBinary", "BoardReplay", "BoardText", "DatagramDemux", "DTLS",
  "Excalidraw", "NetworkProfile", "OpusPayload", "RecordingAudit", "Recovery", "ReliableChannel",
  "RoomCommands", "RTCP", "RTP", "RTPSession", "SDP", "Signalling", "SRTP", "STUN", "VP8Payload",
]

let package = Package(
  name: "Fuzz",
  dependencies: [.package(name: "FaceBoard", path: "..")],
  targets: parsers.map { parser in
    .executableTarget(
      name: parser,
      dependencies: [
        .product(name: "MediaCore", package: "FaceBoard"),
        .product(name: "CallSession", package: "FaceBoard"),
        .product(name: "MediaIO", package: "FaceBoard"),
      ],
      swiftSettings: fuzzer, linkerSettings: [.unsafeFlags(["-use-ld=lld"])])
  },
  swiftLanguageModes: [.v6]
)
