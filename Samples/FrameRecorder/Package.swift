// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "FrameRecorder",
  dependencies: [.package(name: "FaceBoard", path: "../..")],
  targets: [
    .executableTarget(
      name: "FrameRecorder",
      dependencies: [
        .product(name: "MediaCore", package: "FaceBoard"),
        .product(name: "MediaIO", package: "FaceBoard"),
      ])
  ],
  swiftLanguageModes: [.v6]
)
