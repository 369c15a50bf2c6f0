/// The mix of a recorded call: what everybody heard, and a picture of the board and the speakers.
///
/// Sound is written as it comes. The picture is drawn when a frame is due and something changed, so a
/// camera that is late holds up nothing. When its sink fails the file is completed as far as it came,
/// and nothing is drawn any more. A class: one file, one owner.
package final class MixRecording {
  private let picture: MixPicture
  private let rate: FrameRate
  private var file: RecordingFile?
  private var video: VideoTrackEncoder<RecordingEncoder>
  private var sound = MixedSound()
  private var nextDrawing = MediaTime.zero
  /// File time that was reached.
  private var reached = MediaTime.zero
  private(set) package var failure: MediaError?
  /// Of the finished file.
  private(set) package var summary: RecordingSummary?

  /// Before the picture by so much, no sound is expected any more: none is put back further.
  static let patience = MediaTime(milliseconds: 1_000)

  /// - Parameters:
  ///   - picture: of the same size.
  ///   - settings: of the video. libvpx suits it: cameras move as a whole.
  /// - Throws: what the sink throws at the first bytes.
  package init(
    to sink: any ByteSink, _ picture: MixPicture, _ settings: RecordingConfiguration.Video,
    title: String?
  ) throws(MediaError) {
    var configuration = RecordingConfiguration(video: settings, audio: .init(channels: 1))
    configuration.title = title
    video = try VideoTrackEncoder(settings)
    self.picture = picture
    rate = settings.rate
    do throws(MediaError) {
      file = try RecordingFile(to: sink, configuration)
    } catch {
      try? sink.closeUnfinished()
      throw error
    }
    draw(at: .zero)
  }

  /// Adds sound at 48 kHz, mono.
  ///
  /// - Parameters:
  ///   - time: session time of the first sample.
  ///   - delay: by how much the sound is later then than it was captured; nil when that is not known.
  package func append(
    _ samples: [Float], at time: MediaTime, delay: MediaTime? = nil, _ timeline: FileTimeline
  ) {
    let time = sound.place(samples, at: time, delay: delay)
    guard timeline.contains(time) else { return }
    attempt { (file: inout RecordingFile) throws(MediaError) in
      try file.append(
        samples.span, channels: 1, rate: 48_000, at: timeline.fileTime(of: time))
    }
  }

  package func addChapter(_ title: String, at time: MediaTime, _ timeline: FileTimeline) {
    file?.addChapter(title, at: timeline.fileTime(of: time))
  }

  /// Draws and writes what is due by a session time, at which the picture is as it is.
  package func advance(to now: MediaTime, _ timeline: FileTimeline) {
    guard file != nil else { return }
    let time = timeline.fileTime(of: now)
    reached = max(reached, time)
    if timeline.contains(now), time >= nextDrawing, picture.isStale { draw(at: time) }
    writeFrames(before: time)
    let silent = timeline.fileTime(of: now - Self.patience)
    attempt { (file: inout RecordingFile) throws(MediaError) in
      try file.fillSound(to: silent)
      try file.advance(to: time)
    }
  }

  /// Ends the file with the recording at session time `end`.
  package func finish(at end: MediaTime, _ timeline: FileTimeline) {
    let duration = timeline.fileTime(of: end)
    if file != nil, picture.isStale { draw(at: min(reached, duration)) }
    do throws(MediaError) {
      while let frame = try video.nextFrame(ending: duration) {
        attempt { (file: inout RecordingFile) throws(MediaError) in
          try file.write(frame)
          try file.advance(to: frame.time)
        }
      }
    } catch {
      stop(error)
    }
    guard let file = file.take() else { return }
    do throws(MediaError) { summary = try file.finish(duration: duration) } catch {
      failure = failure ?? error
    }
  }

  private func draw(at time: MediaTime) {
    writeFrames(before: time)
    nextDrawing = rate.instant(rate.index(atOrAfter: time) + 1)
    do throws(MediaError) {
      let changed = try picture.draw()
      picture.withPicture { video.update(from: $0, blocks: changed, at: time) }
    } catch {
      stop(error)
    }
  }

  private func writeFrames(before time: MediaTime) {
    do throws(MediaError) {
      while let frame = try video.nextFrame(before: time) {
        attempt { (file: inout RecordingFile) throws(MediaError) in try file.write(frame) }
      }
    } catch {
      stop(error)
    }
  }

  private func attempt(_ body: (inout RecordingFile) throws(MediaError) -> Void) {
    guard var open = file.take() else { return }
    do throws(MediaError) {
      try body(&open)
      file = consume open
    } catch {
      failure = error
      _ = try? open.finish(duration: .zero, after: error)
    }
  }

  /// Something other than the file failed: it is completed with what it has.
  private func stop(_ error: MediaError) {
    failure = failure ?? error
    guard let open = file.take() else { return }
    _ = try? open.finish(duration: .zero, after: error)
  }
}
