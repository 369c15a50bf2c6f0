import MediaCore

/// A recorded call's folder in memory.
package final class MemoryFolder: RecordingFolder {
  package private(set) var names: [String] = []
  private var sinks: [MemorySink] = []
  /// Bytes that a file takes before it is full; what is not named takes all.
  package var capacities: [String: Int] = [:]

  package init() {}

  package func create(_ name: String) throws(MediaError) -> any ByteSink {
    let capacity = capacities[name] ?? .max
    guard !names.contains(name), capacity > 0 else {
      throw MediaError(.outputFailed, "\(name) cannot be created")
    }
    let sink = MemorySink(capacity: capacity)
    names.append(name)
    sinks.append(sink)
    return sink
  }

  package func bytes(_ name: String) -> [UInt8] {
    names.firstIndex(of: name).map { sinks[$0].bytes } ?? []
  }

  package func isClosed(_ name: String) -> Bool {
    names.firstIndex(of: name).map { sinks[$0].isClosed } ?? false
  }
}
