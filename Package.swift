// swift-tools-version: 6.2
import PackageDescription

/// The house rules of every Swift target: Swift 6 mode, unsafe code marked, no warning let through.
let houseRules: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
]

/// The same for tests, which read nothing from outside and may use unsafe code freely.
let testRules: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

let package = Package(
  name: "FaceBoard",
  products: [
    .library(name: "MediaCore", targets: ["MediaCore"]),
    .library(name: "CallSession", targets: ["CallSession"]),
    .library(name: "MediaIO", targets: ["MediaIO"]),
    .executable(name: "recorder", targets: ["recorder"]),
  ],
  targets: [
    // Ink. No imports at all: the same files become WebAssembly.
    .target(name: "Strokes", swiftSettings: houseRules),
    // Media. No sockets, threads, clock reads or randomness.
    .target(
      name: "MediaCore",
      dependencies: ["Strokes", "CFFmpeg", "CVPX", "COpus", "CYUV", "CPango"],
      swiftSettings: houseRules),
    // Calls: streams, rooms, call tests. Told the time and the datagrams, and nothing of the machine.
    .target(
      name: "CallSession", dependencies: ["Strokes", "MediaCore", "CSRTP"],
      swiftSettings: houseRules),
    // The machine: files, the clock, sockets, other programs.
    .target(
      name: "MediaIO",
      dependencies: [
        "CallSession", "MediaCore", "CAVDevice", "CCurl", "CFFmpeg", "CLinux", "CMicroHTTPD",
        "COpenSSL",
      ],
      resources: [
        // Links to the page in Web/: the recorder is one file, and holds it.
        "watch.html", "watch.css", "watch.js", "watching.js", "viewing.js", "session.js",
        "servers.js", "line.js", "statistics.js", "list.js",
      ].map { .embedInCode("Web/Page/\($0)") },
      swiftSettings: houseRules),
    // The command line, composition root of the others.
    .executableTarget(
      name: "recorder", dependencies: ["Strokes", "MediaCore", "CallSession", "MediaIO"],
      swiftSettings: houseRules),
    .executableTarget(
      name: "Benchmarks", dependencies: ["Strokes", "MediaCore", "CallSession", "MediaIO"],
      swiftSettings: houseRules),

    .systemLibrary(
      name: "CFFmpeg",
      pkgConfig: "libavformat libavcodec libavfilter libswresample libswscale libavutil",
      providers: [
        .apt([
          "libavformat-dev", "libavcodec-dev", "libavfilter-dev", "libswresample-dev",
          "libswscale-dev",
        ])
      ]),
    .systemLibrary(
      name: "CAVDevice", pkgConfig: "libavdevice libavformat libavutil",
      providers: [.apt(["libavdevice-dev"])]),
    .systemLibrary(
      name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
    .systemLibrary(name: "CLinux"),
    .systemLibrary(
      name: "CMicroHTTPD", pkgConfig: "libmicrohttpd", providers: [.apt(["libmicrohttpd-dev"])]),
    .systemLibrary(
      name: "CSRTP", pkgConfig: "libsrtp2 libcrypto",
      providers: [.apt(["libsrtp2-dev", "libssl-dev"])]),
    .systemLibrary(
      name: "COpenSSL", pkgConfig: "libssl libcrypto", providers: [.apt(["libssl-dev"])]),
    .systemLibrary(name: "CVPX", pkgConfig: "vpx", providers: [.apt(["libvpx-dev"])]),
    .systemLibrary(name: "COpus", pkgConfig: "opus", providers: [.apt(["libopus-dev"])]),
    .systemLibrary(name: "CYUV", providers: [.apt(["libyuv-dev"])]),
    .systemLibrary(
      name: "CPango", pkgConfig: "pangocairo pangoft2",
      providers: [.apt(["libpango1.0-dev", "libcairo2-dev"])]),

    .target(
      name: "TestSupport", dependencies: ["Strokes", "MediaCore", "CallSession", "MediaIO"],
      path: "Tests/TestSupport", swiftSettings: testRules),
    // Writes the sessions that ink.wasm must draw as native code does.
    .executableTarget(
      name: "InkCorpus", dependencies: ["Strokes", "TestSupport"], path: "Tests/InkCorpus",
      swiftSettings: testRules),
    // Scores of speech, which Tests/Speech has judged by pystoi.
    .executableTarget(
      name: "SpeechScores", dependencies: ["MediaCore"], path: "Tests/SpeechScores",
      swiftSettings: testRules),
    .testTarget(
      name: "StrokesTests", dependencies: ["Strokes", "TestSupport"], swiftSettings: testRules),
    .testTarget(
      name: "MediaCoreTests", dependencies: ["MediaCore", "MediaIO", "TestSupport"],
      swiftSettings: testRules),
    .testTarget(
      name: "CallSessionTests", dependencies: ["CallSession", "MediaCore", "TestSupport"],
      swiftSettings: testRules),
    .testTarget(
      name: "MediaIOTests",
      dependencies: ["CallSession", "COpenSSL", "MediaCore", "MediaIO", "TestSupport"],
      swiftSettings: testRules),
    .testTarget(
      name: "RecorderTests", dependencies: ["recorder", "CallSession", "MediaIO", "TestSupport"],
      swiftSettings: testRules),
  ],
  swiftLanguageModes: [.v6]
)
