extension OpusPayload {
  /// A frame is no longer than this (3.2.1, R2).
  private static let largestFrame = 1_275

  /// Where the frames stand (3.2.2 to 3.2.5); nil when the lengths do not fit.
  static func frames(of bytes: Span<UInt8>) -> [Range<Int>]? {
    let end = bytes.count
    switch bytes[0] & 3 {
    case 0: return equal(1, in: 1..<end)
    case 1: return equal(2, in: 1..<end)
    case 2:
      guard let first = length(bytes, at: 1), first.end + first.value <= end else { return nil }
      return checked([first.end..<first.end + first.value, first.end + first.value..<end])
    default: return anyNumber(bytes)
    }
  }

  /// The second byte holds whether the lengths differ, whether there is padding, and the count.
  private static func anyNumber(_ bytes: Span<UInt8>) -> [Range<Int>]? {
    guard bytes.count > 1 else { return nil }
    let count = Int(bytes[1] & 63)
    var (place, end) = (2, bytes.count)
    if bytes[1] & 0x40 != 0 {
      var more: UInt8 = 255
      while more == 255 {
        guard place < end else { return nil }
        more = bytes[place]
        place += 1
        // 255 stands for 254 bytes and another length.
        end -= Int(min(more, 254))
      }
    }
    guard count > 0, place <= end else { return nil }
    guard bytes[1] & 0x80 != 0 else { return equal(count, in: place..<end) }
    var lengths: [Int] = []
    for _ in 1..<count {
      guard let next = length(bytes, at: place), next.end <= end else { return nil }
      lengths.append(next.value)
      place = next.end
    }
    var frames: [Range<Int>] = []
    for length in lengths {
      guard place + length <= end else { return nil }
      frames.append(place..<place + length)
      place += length
    }
    return checked(frames + [place..<end])
  }

  /// 0…251 in one byte, 252…1 275 in two (3.2.1).
  private static func length(_ bytes: Span<UInt8>, at place: Int) -> (value: Int, end: Int)? {
    guard place < bytes.count else { return nil }
    guard bytes[place] >= 252 else { return (Int(bytes[place]), place + 1) }
    guard place + 1 < bytes.count else { return nil }
    return (Int(bytes[place]) + 4 * Int(bytes[place + 1]), place + 2)
  }

  private static func equal(_ count: Int, in range: Range<Int>) -> [Range<Int>]? {
    guard range.count % count == 0 else { return nil }
    let length = range.count / count
    var frames: [Range<Int>] = []
    for index in 0..<count {
      frames.append(range.lowerBound + index * length..<range.lowerBound + (index + 1) * length)
    }
    return checked(frames)
  }

  private static func checked(_ frames: [Range<Int>]) -> [Range<Int>]? {
    for frame in frames where frame.count > largestFrame { return nil }
    return frames
  }
}
