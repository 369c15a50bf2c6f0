extension BoardRenderer {
  /// Shows the same view on a canvas of another size, from the same upper left corner. The next
  /// `render()` damages every block.
  package func resize(width: Int32, height: Int32) {
    guard width != canvas.width || height != canvas.height else { return }
    takeChanges()
    canvas = Canvas(width: width, height: height)
    painter = ItemPainter(viewport: viewport, width: width, height: height)
    var all = BlockMap(width: width, height: height)
    all.insertAll()
    index = BlockIndex(blocks: all.count)
    base = BlockPixels(blocks: all.count)
    (staleBase, dirty) = (all, all)
    coverage = CoverageLayer(columns: all.columns, rows: all.rows)
    eraser = coverage
    papers.removeAll()
    starts = Array(repeating: -1, count: all.count)
    // Every item is listed anew, and open strokes are drawn anew from their points.
    openStrokes.removeAll()
    spareLayers.removeAll()
    for number in records.indices {
      records[number].footprint = []
      records[number].isOpen = false
    }
    for number in state.items.indices { noteChange(of: Int32(number)) }
    isFirst = true
    pendingHint = nil
  }
}
