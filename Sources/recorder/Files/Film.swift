import MediaCore
import MediaIO

/// A file of sound, pictures or both, as far as its container tells.
struct Film {
  let name: FileName
  let hasPicture: Bool
  let hasSound: Bool
  /// From the beginning of the film to that of its sound.
  let soundStart: MediaTime
  let duration: MediaTime

  /// Nil when FFmpeg finds neither pictures nor sound in it and it may be something else.
  init?(opening name: FileName) throws(MediaError) {
    guard name != "-", name.isRegularFile else { return nil }
    let source = try FileSource(name)
    var head: [UInt8] = []
    while head.count < DocumentFormat.headSize {
      let rest = DocumentFormat.headSize - head.count
      guard try source.read(into: &head, atMost: rest) > 0 else { break }
    }
    let format = DocumentFormat.detect(head, name: name.description)
    let isFilm = format.map { [.webM, .mp4, .ogg, .wave].contains($0) }
    guard isFilm ?? true, !head.isEmpty else { return nil }
    try source.rewind()
    var demuxer: Demuxer
    do throws(MediaError) {
      demuxer = try Demuxer(source)
    } catch {
      guard isFilm == true else { return nil }
      throw MediaError(
        .inputDamaged, "\(name): broken, or no film or sound after all", cause: error.cause)
    }
    hasPicture = demuxer.streams.contains { $0.kind == .video }
    let sound = demuxer.streams.first { $0.kind == .audio }
    hasSound = sound != nil
    guard hasPicture || hasSound else {
      guard isFilm == true else { return nil }
      throw MediaError(.formatUnsupported, "\(name): there is neither picture nor sound in it")
    }
    self.name = name
    let origin = demuxer.origin
    soundStart = demuxer.hasTimeline ? .zero : max((sound?.start ?? origin) - origin, .zero)
    if let duration = demuxer.duration {
      self.duration = duration
    } else {
      duration = try Self.measure(&demuxer, from: origin)
    }
  }

  /// Of files that do not say it, such as those of which the end was never written.
  private static func measure(
    _ demuxer: inout Demuxer, from origin: MediaTime
  ) throws(MediaError) -> MediaTime {
    var end = MediaTime.zero
    while let packet = try demuxer.next() {
      guard let time = packet.time else { continue }
      end = max(end, time - origin + packet.duration)
    }
    return end
  }
}
