/// What kind of file a document is.
package enum DocumentFormat: String, Hashable, Sendable, CaseIterable {
  // Read by this version.
  case board
  case excalidraw
  case excalidrawLibrary

  // Known by name, not read by this version.
  case pkDrawing
  case xournal
  case inkML
  case tldraw
  case rnote
  case svg
  case png
  case pdf

  /// As a person calls it.
  package var name: String {
    switch self {
    case .board: "board session (.board)"
    case .excalidraw: "Excalidraw drawing (.excalidraw)"
    case .excalidrawLibrary: "Excalidraw library (.excalidrawlib)"
    case .pkDrawing: "PencilKit drawing (PKDrawing)"
    case .xournal: "Xournal++ document (.xopp)"
    case .inkML: "InkML document (.inkml)"
    case .tldraw: "tldraw document (.tldr)"
    case .rnote: "Rnote document (.rnote)"
    case .svg: "SVG picture (.svg)"
    case .png: "PNG picture"
    case .pdf: "PDF document"
    }
  }

  package var isSupported: Bool {
    switch self {
    case .board, .excalidraw, .excalidrawLibrary: true
    default: false
    }
  }
}
