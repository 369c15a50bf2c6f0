import Testing

@testable import MediaCore

@Suite struct VP8JointTests {
  @Test(arguments: 0..<150)
  func libvpxShowsExactlyWhatIsRebuilt(seed: Int) throws {
    var session = VP8JointSession(seed: UInt64(seed))
    var decoder = try VPXDecoder()
    for number in 0..<16 {
      let frame = try session.next(isFirst: number == 0)
      guard let shown = try decoder.decode(frame) else {
        Issue.record("frame \(number) is not shown")
        return
      }
      let rebuilt = session.references.assembled()
      for plane in I420Picture.Plane.allCases {
        let different = Self.differences(shown, rebuilt, plane)
        #expect(different == 0, "frame \(number), \(plane)")
        if different > 0 { return }
      }
    }
  }

  private static func differences(
    _ shown: borrowing I420Picture, _ rebuilt: borrowing VP8Reconstruction,
    _ plane: I420Picture.Plane
  ) -> Int {
    let size = shown.size(of: plane)
    return shown.withPlane(plane) { bytes, stride in
      rebuilt.withPlane(plane) { own, origin, ownStride in
        var count = 0
        for y in 0..<size.height {
          for x in 0..<size.width
          where bytes[y * stride + x] != own[origin + y * ownStride + x] {
            count += 1
          }
        }
        return count
      }
    }
  }
}
