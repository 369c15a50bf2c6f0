/// Sections that belong together (RFC 5888, 5): `a=group:BUNDLE 0 1`.
package struct MediaGroup: Equatable, Sendable {
  /// The sections share one transport (RFC 8843).
  package static let bundle = "BUNDLE"

  package var semantics: String
  package var mids: [String]

  package init(semantics: String, mids: [String]) {
    self.semantics = semantics
    self.mids = mids
  }
}

extension SessionDescription {
  package var groups: [MediaGroup] {
    lines.attributes("group").compactMap { value in
      let words = value.words
      guard let semantics = words.first else { return nil }
      return MediaGroup(semantics: String(semantics), mids: words.dropFirst().map { String($0) })
    }
  }

  /// Read once, as there may be many sections.
  var bundles: Bundles { Bundles(groups) }

  /// Whether a section is refused or stopped.
  package func isStopped(_ section: MediaSection) -> Bool { bundles.isStopped(section) }
}

/// Which sections share a transport (RFC 8843).
struct Bundles {
  private var groups: [MediaGroup] = []
  private var places: [String: Int] = [:]

  init(_ all: [MediaGroup]) {
    for group in all where group.semantics == MediaGroup.bundle {
      for mid in group.mids where places[mid] == nil { places[mid] = groups.count }
      groups.append(group)
    }
  }

  /// The bundle that a section is in; of several the first.
  subscript(section: MediaSection) -> MediaGroup? {
    section.mid.flatMap { places[$0] }.map { groups[$0] }
  }

  /// Whether a section is refused or stopped: its port is 0, and it does not live inside a bundle only
  /// (6).
  func isStopped(_ section: MediaSection) -> Bool {
    section.media.port == 0 && !(section.lines.has("bundle-only") && self[section] != nil)
  }
}
