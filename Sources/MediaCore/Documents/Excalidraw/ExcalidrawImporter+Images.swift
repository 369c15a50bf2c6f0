internal import Strokes

/// An image of the drawing that could be decoded.
struct ExcalidrawPicture {
  var hash: ContentHash
  var resource: Resource
  /// As decoded, in pixels.
  var width: Int32
  var height: Int32
}

extension ExcalidrawImporter {
  /// Places an image; a box with a cross where it cannot be shown.
  mutating func drawImage(_ element: inout ExcalidrawElement) throws(ExcalidrawFault) {
    guard element.width > 0, element.height > 0 else {
      throw ExcalidrawFault("its width or height is no number above zero")
    }
    guard let key = element.json["fileId"]?.string else {
      element.note("it names no image; drawn as an empty box")
      try drawPlaceholder(element)
      return
    }
    let picture: ExcalidrawPicture
    do {
      let crop = Self.crop(element.json["crop"]?.object)
      picture = try self.picture(key, crop: crop)
    } catch {
      element.note("\(error.text); drawn as an empty box")
      try drawPlaceholder(element)
      return
    }
    supply(picture.resource, named: picture.hash)
    let flips = element.json["scale"]?.numbers ?? []
    let flipX = flips.first.map { $0 < 0 } ?? false
    let flipY = flips.count > 1 && flips[1] < 0
    let move = AffineTransform(
      a: flipX ? -1 : 1, b: 0, c: 0, d: flipY ? -1 : 1,
      tx: flipX ? element.x + element.width : element.x,
      ty: flipY ? element.y + element.height : element.y
    ).followed(by: Self.turn(element.angle, about: element.centre))
    guard move.isUsable else { throw ExcalidrawFault("it reaches beyond any board") }
    timeline.show(
      PicturePlacement(
        hash: picture.hash, width: element.width, height: element.height, transform: move,
        opacity: UInt8((element.opacity * 255).rounded()), order: timeline.takePlace()),
      after: 0.5)
  }

  static func turn(_ angle: Double, about centre: SIMD2<Double>) -> AffineTransform {
    guard angle != 0 else { return .identity }
    let axis = BoardPolyline([SIMD2(1, 0)]).rotated(by: angle, about: .zero).points[0]
    return AffineTransform.translation(x: -centre.x, y: -centre.y)
      .followed(by: AffineTransform(a: axis.x, b: axis.y, c: -axis.y, d: axis.x, tx: 0, ty: 0))
      .followed(by: .translation(x: centre.x, y: centre.y))
  }

  /// A part of the image as shares of its size.
  private struct Crop {
    var left: Double
    var top: Double
    var width: Double
    var height: Double
  }

  private static func crop(_ json: JSONObject?) -> Crop? {
    guard let json, let x = json["x"]?.number, let y = json["y"]?.number,
      let width = json["width"]?.number, let height = json["height"]?.number,
      let fullWidth = json["naturalWidth"]?.number, let fullHeight = json["naturalHeight"]?.number,
      width > 0, height > 0, fullWidth > 0, fullHeight > 0
    else { return nil }
    let crop = Crop(
      left: x / fullWidth, top: y / fullHeight, width: width / fullWidth,
      height: height / fullHeight)
    // False for NaN too.
    let isInside =
      crop.left >= 0 && crop.top >= 0 && crop.left + crop.width <= 1.01
      && crop.top + crop.height <= 1.01
    return isInside ? crop : nil
  }

  /// Decodes an image once to know that it can be shown. A part of it becomes a picture of its own.
  private mutating func picture(
    _ key: String, crop: Crop?
  ) throws(ExcalidrawFault)
    -> ExcalidrawPicture
  {
    var name = key
    if let crop { name += " \(crop.left) \(crop.top) \(crop.width) \(crop.height)" }
    if let known = pictures[name] {
      guard let known else { throw ExcalidrawFault("its image cannot be shown") }
      return known
    }
    pictures[name] = .some(nil)
    guard let url = files[key]?.object?["dataURL"]?.string else {
      throw ExcalidrawFault("its image is not in the file")
    }
    guard let data = DataURL(url) else {
      throw ExcalidrawFault("its image is no readable data URL, and nothing else is opened")
    }
    let result: ExcalidrawPicture
    do {
      let size = try PictureHeader(data.bytes)
      guard budget.takePixels(size.pixelCount) else {
        throw ExcalidrawFault("the drawing holds more images than can be decoded")
      }
      let decoded = try PictureDecoder.decode(data.bytes)
      if let crop {
        result = try Self.part(of: decoded, crop)
      } else {
        result = ExcalidrawPicture(
          hash: ContentHash(sha256Of: data.bytes),
          resource: Resource(mediaType: size.format.mediaType, bytes: data.bytes),
          width: decoded.width, height: decoded.height)
      }
    } catch let error as PictureError {
      throw ExcalidrawFault(error.explanation)
    } catch let error as ExcalidrawFault {
      throw error
    } catch {
      throw ExcalidrawFault("its image cannot be shown")
    }
    pictures[name] = result
    return result
  }

  private static func part(
    of picture: Picture, _ crop: Crop
  ) throws(ExcalidrawFault) -> ExcalidrawPicture {
    let (width, height) = (Double(picture.width), Double(picture.height))
    let left = min(Int((crop.left * width).rounded()), Int(picture.width) - 1)
    let top = min(Int((crop.top * height).rounded()), Int(picture.height) - 1)
    let right = min(Int(((crop.left + crop.width) * width).rounded()), Int(picture.width))
    let bottom = min(Int(((crop.top + crop.height) * height).rounded()), Int(picture.height))
    var pixels: [UInt32] = []
    let (columns, rows) = (max(right - left, 1), max(bottom - top, 1))
    pixels.reserveCapacity(columns * rows)
    for row in top..<(top + rows) {
      let start = row * Int(picture.width) + left
      pixels.append(contentsOf: picture.pixels[start..<start + columns])
    }
    guard let part = Picture(width: Int32(columns), height: Int32(rows), pixels: pixels),
      let bytes = try? PNGEncoder.encode(part)
    else { throw ExcalidrawFault("its image cannot be cut") }
    return ExcalidrawPicture(
      hash: ContentHash(sha256Of: bytes), resource: Resource(mediaType: "image/png", bytes: bytes),
      width: part.width, height: part.height)
  }
}
