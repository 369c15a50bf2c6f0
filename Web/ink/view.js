// Which part of the board the window shows: canvas = board · scale + offset, in canvas pixels.

/** Magnification besides the screen's own pixel ratio. */
export const SMALLEST_ZOOM = 0.1;
export const LARGEST_ZOOM = 16;

export class View {
  /** @param ratio Canvas pixels per CSS pixel; a board pixel is a CSS pixel at zoom 1. */
  constructor(ratio, zoom = 1, offsetX = 0, offsetY = 0) {
    this.ratio = ratio;
    this.zoom = zoom;
    this.offsetX = offsetX;
    this.offsetY = offsetY;
    Object.freeze(this);
  }

  get scale() {
    return this.ratio * this.zoom;
  }

  equals(other) {
    return this.scale === other.scale && this.offsetX === other.offsetX
      && this.offsetY === other.offsetY;
  }

  /** Moved by CSS pixels. Whole canvas pixels, so that the ink stays as sharp as it was. */
  panned(dx, dy) {
    return new View(
      this.ratio, this.zoom, Math.round(this.offsetX + dx * this.ratio),
      Math.round(this.offsetY + dy * this.ratio));
  }

  /** Magnified by `factor`; what is at the place (CSS pixels) stays there. */
  zoomed(factor, x, y) {
    return this.zoomedTo(this.zoom * factor, x, y);
  }

  zoomedTo(zoom, x, y) {
    let wanted = Math.min(Math.max(zoom, SMALLEST_ZOOM), LARGEST_ZOOM);
    // 1 is a place to come back to exactly.
    if (Math.abs(wanted - 1) < 0.02) wanted = 1;
    const factor = wanted / this.zoom;
    const [cx, cy] = [x * this.ratio, y * this.ratio];
    return new View(
      this.ratio, wanted, Math.round(cx - (cx - this.offsetX) * factor),
      Math.round(cy - (cy - this.offsetY) * factor));
  }

  /** Two fingers went from two places to two others: their middle and distance count. */
  pinched(from, to) {
    const middle = ([a, b]) => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
    const distance = ([a, b]) => Math.max(Math.hypot(a.x - b.x, a.y - b.y), 1);
    const [start, end] = [middle(from), middle(to)];
    const factor = distance(to) / distance(from);
    const clamped = Math.min(Math.max(this.zoom * factor, SMALLEST_ZOOM), LARGEST_ZOOM);
    const growth = clamped / this.zoom;
    const [sx, sy] = [start.x * this.ratio, start.y * this.ratio];
    const [ex, ey] = [end.x * this.ratio, end.y * this.ratio];
    return new View(
      this.ratio, clamped, ex - (sx - this.offsetX) * growth, ey - (sy - this.offsetY) * growth);
  }

  /** Offsets in whole canvas pixels, for the picture that stays. */
  settled() {
    return new View(
      this.ratio, this.zoom, Math.round(this.offsetX), Math.round(this.offsetY));
  }

  withRatio(ratio) {
    const growth = ratio / this.ratio;
    return new View(
      ratio, this.zoom, Math.round(this.offsetX * growth), Math.round(this.offsetY * growth));
  }

  /** From CSS pixels of the window to the board. */
  toBoard(x, y) {
    return {
      x: (x * this.ratio - this.offsetX) / this.scale,
      y: (y * this.ratio - this.offsetY) / this.scale,
    };
  }

  /** From the board to CSS pixels of the window. */
  toWindow(x, y) {
    return {
      x: (x * this.scale + this.offsetX) / this.ratio,
      y: (y * this.scale + this.offsetY) / this.ratio,
    };
  }
}
