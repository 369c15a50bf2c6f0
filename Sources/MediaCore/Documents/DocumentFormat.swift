/// What kind of file a document is.
package enum DocumentFormat: String, Hashable, Sendable, CaseIterable {
  // Read by this version.
  case board
  case excalidraw
  case excalidrawLibrary

  // Drawings known by name, not read by this version.
  case pkDrawing
  case xournal
  case inkML
  case tldraw
  case rnote
  case boardBinary

  // Files that people give by mistake, and that are better called by their name.
  case svg
  case png
  case jpeg
  case gif
  case webP
  case pdf
  case html
  case webM
  case mp4
  case ogg
  case wave
  case zip
  case gzip
  case utf16

  /// As a person calls it, with its article.
  package var name: String {
    switch self {
    case .board: "a board session (.board)"
    case .excalidraw: "an Excalidraw drawing (.excalidraw)"
    case .excalidrawLibrary: "an Excalidraw library (.excalidrawlib)"
    case .pkDrawing: "a PencilKit drawing (PKDrawing)"
    case .xournal: "a Xournal++ document (.xopp)"
    case .inkML: "an InkML document (.inkml)"
    case .tldraw: "a tldraw document (.tldr)"
    case .rnote: "an Rnote document (.rnote)"
    case .boardBinary: "a board in its binary form"
    case .svg: "an SVG picture"
    case .png: "a PNG picture"
    case .jpeg: "a JPEG picture"
    case .gif: "a GIF picture"
    case .webP: "a WebP picture"
    case .pdf: "a PDF document"
    case .html: "a web page (HTML)"
    case .webM: "a recording (WebM or Matroska)"
    case .mp4: "a recording (MP4)"
    case .ogg: "a sound file (Ogg)"
    case .wave: "a sound file (WAVE)"
    case .zip: "a ZIP archive"
    case .gzip: "a compressed file (gzip)"
    case .utf16: "text in UTF-16"
    }
  }

  package var isSupported: Bool {
    switch self {
    case .board, .excalidraw, .excalidrawLibrary: true
    default: false
    }
  }

  /// What its owner can do when it is not read.
  package var remedy: String {
    let readable = "this version reads .board, .excalidraw and .excalidrawlib"
    return switch self {
    case .png, .svg: "\(readable); open it in Excalidraw and save the drawing itself"
    case .webM: "it holds pictures and no strokes; see recorder check and recorder info"
    case .mp4, .ogg, .wave, .jpeg, .gif, .webP, .pdf: "it holds no strokes; \(readable)"
    case .zip, .gzip: "unpack it first; \(readable)"
    case .utf16: "save it as UTF-8"
    default: readable
    }
  }
}
