// The ink engine in a page: boards that are drawn by ink.wasm, pixel for pixel as the recorder
// draws them. Plain ES modules for browsers and Node, without dependencies.
//
//   import { InkBoard } from "./ink-board.js";
//   const board = await InkBoard.load("ink.wasm", { width: 1280, height: 720 });
//   const stroke = board.beginStroke({ ink: "pen", colour: [0, 0, 0, 255], width: 4, time: 0 });
//   board.extend(stroke, Float64Array.of(100, 80, 0, 1, 0, Math.PI / 2), null, 0);
//   board.present(context);          // draws what changed on a canvas's 2D context
//
// Documentation/web.md says more. Units: places are pixels of the picture, y down, unless board
// pixels are named; widths are board pixels; times are milliseconds of session time; colours are
// [red, green, blue, alpha] of 0…255; angles are radians.

import { InkError, InkModule } from "./ink-module.js";
import { InkViewer, viewed } from "./ink-viewer.js";

export { InkError, InkModule, InkViewer };

/// The inks by name; a number is taken too.
export const INKS = Object.freeze({
  pen: 0, monoline: 1, marker: 2, pencil: 3, fountainPen: 4, watercolor: 5, crayon: 6,
});

/// What points carry besides their place: bits of a stroke's `channels`.
export const CHANNELS = Object.freeze({ time: 1, force: 2, azimuth: 4, altitude: 8 });

const ALL_CHANNELS = 15;
const NUMBERS_PER_SAMPLE = 6;
const NO_SAMPLES = new Float64Array(0);

/// A board, its picture, and a person's hands on it.
///
/// Options, all but width and height optional:
/// - width, height: of the picture, in pixels;
/// - scale, offsetX, offsetY: the view: picture = board · scale + offset (1, 0, 0);
/// - author: the number of the one who draws (1).
/// For a new board also:
/// - boardWidth, boardHeight: its edges in board pixels (none);
/// - boardScale: device pixels per board pixel of its author's screen (1);
/// - background: its colour, or "transparent" (white);
/// - origin: milliseconds since 1970 at time 0, as of Date.now() (unknown).
export class InkBoard extends InkViewer {
  /// A new board, or the one in options.stream (binary form) or options.text.
  /// - source: an InkModule to share, or what InkModule.load takes.
  static async load(source, options) {
    const module = source instanceof InkModule ? source : await InkModule.load(source);
    if (options.stream) return this.openBinary(module, options.stream, options).board;
    if (options.text) return this.openText(module, options.text, options).board;
    return new this(module, options);
  }

  /// A new board; `handle` is for openBinary and openText.
  constructor(module, options, handle = 0) {
    super(module, options, handle || module.ask(
      "board_new", options.boardWidth ?? 0, options.boardHeight ?? 0, options.boardScale ?? 1,
      packed(options.background ?? [255, 255, 255, 255]), options.origin ?? NaN,
      options.author ?? 1, ...viewed(options)));
  }

  // MARK: The pen

  /// Puts a pen down; returns the stroke's number. Any number of strokes may be open.
  /// - ink: a name or number of INKS; channels: bits of CHANNELS, what the samples carry (all).
  beginStroke({ ink, colour, width, channels = ALL_CHANNELS, time }) {
    return this.call(
      "board_stroke_begin", inkNumber(ink), packed(colour), width, channels, time) >>> 0;
  }

  /// Draws on.
  /// - samples: a Float64Array of x, y, time, force (1 is an ordinary press), azimuth (from +x
  ///   towards +y) and altitude (π/2 stands upright) for each sample;
  /// - predicted: where the pen is expected next, in the same way, or null: shown until the next
  ///   samples and never part of the board.
  extend(stroke, samples, predicted, time) {
    const ahead = predicted ?? NO_SAMPLES;
    this.module.lend([samples, ahead], (first, second) => this.call(
      "board_stroke_extend", stroke, first, samples.length / NUMBERS_PER_SAMPLE,
      second, ahead.length / NUMBERS_PER_SAMPLE, time));
  }

  /// Lifts the pen; false when the stroke had no sample and so never was.
  endStroke(stroke, time) {
    return this.call("board_stroke_end", stroke, time) === 1;
  }

  /// Takes back a stroke that never should have been, as of a palm.
  cancelStroke(stroke, time) {
    this.call("board_stroke_cancel", stroke, time);
  }

  // MARK: Eraser and ruler

  /// Puts an eraser down. shape: "vector" takes whole strokes, "bitmap" what its disc sweeps.
  beginErasing({ shape, width }) {
    this.call("board_erase_begin", shape === "vector" ? 1 : 0, width);
  }

  /// Moves it along places, a Float64Array of x and y. Returns how many items it touched.
  erase(path, time) {
    return this.module.lend([path], (address) =>
      this.call("board_erase", address, path.length / 2, time));
  }

  endErasing() {
    this.call("board_erase_end");
  }

  /// Lifts an eraser that never should have been put down; what it took comes back.
  cancelErasing(time) {
    this.call("board_erase_cancel", time);
  }

  /// Lays a ruler through x, y (board pixels) in a direction of 2π/2048, or takes it away (null).
  /// Strokes that begin on its band of `breadth` board pixels, or within `reach` of it, follow its
  /// edge.
  setRuler(ruler, time) {
    const { x = 0, y = 0, direction = 0, breadth = 80, reach = 16 } = ruler ?? {};
    this.call("board_ruler", ruler ? 1 : 0, x, y, direction, breadth, reach, time);
  }

  // MARK: Selections. They are opaque; `length` is 0 for none.

  /// The items of which at least half lies inside a path, a Float64Array of x and y.
  lasso(path) {
    return this.module.lend([path], (address) =>
      this.#chosen(this.call("board_lasso", address, path.length / 2)));
  }

  /// The topmost item that a disc of `width` board pixels at x, y touches.
  itemAt(x, y, width) {
    return this.#chosen(this.call("board_item_at", x, y, width));
  }

  selectAll() {
    return this.#chosen(this.call("board_all"));
  }

  /// The box around a selection's shown ink, {x, y, width, height} in board pixels; null for none.
  boundsOf(selection) {
    if (this.#with(selection, "board_bounds") === 0) return null;
    const start = this.call("board_numbers");
    const [x, y, width, height] = new Float64Array(this.module.bytes.buffer, start, 4);
    return { x, y, width, height };
  }

  /// Around everything that is shown.
  contentBounds() {
    return this.boundsOf(this.selectAll());
  }

  /// Shows a selection moved by a map {a, b, c, d, tx, ty} (x' = a·x + c·y + tx, y' = b·x + d·y + ty,
  /// board pixels) without moving it; null ends that.
  preview(selection, map) {
    this.#with(map ? selection : NO_ITEMS, "board_preview", ...numbers(map));
  }

  move(selection, map, time) {
    return this.#with(selection, "board_move", ...numbers(map), time) === 1;
  }

  /// Returns the copies.
  duplicate(selection, map, time) {
    return this.#chosen(this.#with(selection, "board_duplicate", ...numbers(map), time));
  }

  /// Changes what is named of { colour, width, ink }.
  restyle(selection, { colour, width, ink }, time) {
    const parts = (colour ? 1 : 0) | (width === undefined ? 0 : 2) | (ink === undefined ? 0 : 4);
    return this.#with(selection, "board_restyle", parts, colour ? packed(colour) : 0, width ?? 0,
      ink === undefined ? 0 : inkNumber(ink), time) === 1;
  }

  delete(selection, time) {
    return this.#with(selection, "board_delete", time) === 1;
  }

  /// What is done to selections until endGroup() is one step to undo.
  beginGroup() {
    this.call("board_group_begin");
  }

  endGroup() {
    this.call("board_group_end");
  }

  // MARK: The whole board. What answers true or false says whether there was anything to do.

  clear(time) {
    return this.call("board_clear", time) === 1;
  }

  setBackground(colour, time) {
    return this.call("board_set_background", packed(colour), time) === 1;
  }

  undo(time) {
    return this.call("board_undo", time) === 1;
  }

  redo(time) {
    return this.call("board_redo", time) === 1;
  }

  get canUndo() {
    return (this.call("board_can") & 1) !== 0;
  }

  get canRedo() {
    return (this.call("board_can") & 2) !== 0;
  }

  /// Whether nothing is shown on it.
  get isEmpty() {
    return (this.call("board_can") & 4) !== 0;
  }

  /// The background's colour; [0, 0, 0, 0] for what is no colour.
  get background() {
    const colour = this.call("board_background");
    return [colour >>> 24, (colour >>> 16) & 255, (colour >>> 8) & 255, colour & 255];
  }

  /// The board's {width, height} in board pixels; null for one without edges.
  get edges() {
    const width = this.call("board_edge_width");
    return width > 0 ? { width, height: this.call("board_edge_height") } : null;
  }

  /// The version of the ink engine that the session was drawn with; see InkModule.engine.
  get engine() {
    return this.call("board_engine") >>> 0;
  }

  /// The time of the last event.
  get lastTime() {
    return this.call("board_last_time");
  }

  // MARK: Calls

  #with(selection, name, ...values) {
    return this.module.lend([selection], (address) =>
      this.call(name, address, selection.length / 2, ...values));
  }

  #chosen(count) {
    const start = this.call("board_selection");
    return new Uint32Array(this.module.bytes.buffer, start, count * 2).slice();
  }
}

const NO_ITEMS = new Uint32Array(0);

function numbers(map) {
  const { a = 1, b = 0, c = 0, d = 1, tx = 0, ty = 0 } = map ?? {};
  return [a, b, c, d, tx, ty];
}

function inkNumber(ink) {
  const number = typeof ink === "string" ? INKS[ink] : ink;
  if (!(number >= 0 && number < 7)) throw new TypeError(`no ink is called ${ink}`);
  return number;
}

/// A colour as 0xRRGGBBAA.
function packed(colour) {
  if (colour === "transparent") return 0;
  const [red, green, blue, alpha = 255] = colour;
  return ((red << 24) | (green << 16) | (blue << 8) | alpha) >>> 0;
}
