// A board that is watched: its life, its events, its picture. Pages import it from ink-board.js.

import { InkError } from "./ink-module.js";

/// Rectangles that may wait for `present`; more than these become the whole picture.
const MOST_WAITING = 512;

/// A board and its picture, without hands. InkBoard says what the options are.
export class InkViewer {
  #module;
  #handle;
  #image = null;
  /// What was rendered and not yet presented.
  #waiting = [];

  /// For the static methods of this class, which make the handle.
  constructor(module, options, handle) {
    this.#module = module;
    this.#handle = handle;
    this.width = options.width;
    this.height = options.height;
  }

  /// A board from bytes in the binary form. Returns { board, warnings }: broken events are left out,
  /// and each is a line of text.
  static openBinary(module, bytes, options) {
    const board = this.begin(module, bytes, options);
    const warnings = [];
    for (;;) {
      try {
        if (!board.applyNext()) break;
      } catch (error) {
        if (!(error instanceof InkError) || error.code === "trap") throw error;
        warnings.push(`${error.message}; left out`);
        if (error.code === "frame-too-long") break;
      }
    }
    if (board.hasPartialEvent) warnings.push("the last event is cut; dropped");
    return { board, warnings };
  }

  /// The same without applying any event: applyNext() takes one after the other.
  static begin(module, bytes, options) {
    const handle = module.lend([bytes], (address) => module.ask(
      "board_open", address, bytes.byteLength, options.author ?? 1, ...viewed(options)));
    return new this(module, options, handle);
  }

  /// A board from the text of a .board file, as bytes or a string. Returns { board, warnings }.
  static openText(module, text, options) {
    const bytes = typeof text === "string" ? new TextEncoder().encode(text) : text;
    const handle = module.lend([bytes], (address) => module.call(
      "board_open_text", address, bytes.byteLength, options.author ?? 1, ...viewed(options)));
    if (handle < 0) module.refuse(handle);
    const board = new this(module, options, handle);
    const words = new TextDecoder().decode(board.#answer(board.call("board_warnings")));
    return { board, warnings: words === "" ? [] : words.split("\n") };
  }

  get module() {
    return this.#module;
  }

  /// Gives the memory back. The board cannot be used after that.
  close() {
    if (this.#handle) this.#module.call("board_close", this.#handle);
    this.#handle = 0;
    this.#image = null;
  }

  // MARK: Events and files

  /// True when the bytes handed over end inside an event.
  hasPartialEvent = false;

  /// Hands over bytes of the binary form, whole events or parts of them, and applies all that are
  /// complete. Returns how many. A broken event throws and is skipped: applyNext() goes on behind it.
  apply(bytes) {
    this.#module.lend([bytes], (address) =>
      this.call("board_append", address, bytes.byteLength));
    let count = 0;
    while (this.applyNext()) count += 1;
    return count;
  }

  /// Applies the next event; false when there is none.
  applyNext() {
    try {
      this.hasPartialEvent = false;
      return this.ask("board_next") === 1;
    } catch (error) {
      if (error.code !== "truncated") throw error;
      this.hasPartialEvent = true;
      return false;
    }
  }

  /// Bytes of the log: the session in the binary form. It only grows.
  get logLength() {
    return this.call("board_log_length");
  }

  /// A copy of the log from a place that was its end before; 0 is the beginning.
  log(from = 0) {
    const start = this.call("board_log");
    return this.#module.bytes.slice(start + from, start + this.logLength);
  }

  /// The session as the text of a .board file, in UTF-8.
  saveText() {
    return this.#answer(this.ask("board_text"));
  }

  /// Supplies the pixels of a picture that the board refers to.
  /// - hash: the 32 bytes of its SHA-256; image: an ImageData, or an object like it.
  provide(hash, image) {
    this.#module.lend([hash, image.data], (name, pixels) =>
      this.ask("board_provide", name, image.width, image.height, pixels));
  }

  // MARK: The picture

  /// Shows another part of the board: picture = board · scale + offset.
  show(scale, offsetX = 0, offsetY = 0) {
    this.call("board_show", scale, offsetX, offsetY);
  }

  /// Another size of the picture; its upper left corner shows the same place of the board.
  resize(width, height) {
    this.ask("board_resize", width, height);
    this.width = width;
    this.height = height;
    this.#image = null;
    this.#waiting = [];
  }

  /// Brings the picture up to date. Returns the rectangles that changed, {x, y, width, height} each;
  /// they do not overlap, and the first call answers all of the picture.
  render() {
    const count = this.call("board_render");
    const rectangles = [];
    if (count === 0) return rectangles;
    const start = this.call("board_rectangles");
    const values = new Int32Array(this.#module.bytes.buffer, start, count * 4);
    for (let index = 0; index < values.length; index += 4) {
      const [x, y, width, height] = values.subarray(index, index + 4);
      rectangles.push({ x, y, width, height });
    }
    this.#waiting.push(...rectangles);
    if (this.#waiting.length > MOST_WAITING) this.#waiting = [this.#whole];
    return rectangles;
  }

  /// Renders, and puts what changed since the last time on a canvas's 2D context, the picture's
  /// corner at x, y. Returns the rectangles that were put.
  present(context, x = 0, y = 0) {
    this.render();
    const rectangles = this.#waiting;
    this.#waiting = [];
    if (rectangles.length > 0) {
      const image = this.image();
      for (const part of rectangles) {
        context.putImageData(image, x, y, part.x, part.y, part.width, part.height);
      }
    }
    return rectangles;
  }

  /// The same with all of the picture: for a canvas that shows something else.
  presentAll(context, x = 0, y = 0) {
    this.#waiting = [this.#whole];
    return this.present(context, x, y);
  }

  get #whole() {
    return { x: 0, y: 0, width: this.width, height: this.height };
  }

  /// The whole picture as of the last render, straight alpha: an ImageData where there is such a
  /// class, else an object like it. It looks into the module's memory: use it before the next call.
  image() {
    const data = this.pixels();
    if (typeof ImageData === "undefined") {
      return { data, width: this.width, height: this.height };
    }
    const old = this.#image?.data;
    if (old?.buffer !== data.buffer || old.byteOffset !== data.byteOffset) {
      this.#image = new ImageData(data, this.width, this.height);
    }
    return this.#image;
  }

  /// The same as bytes R, G, B, A.
  pixels() {
    const start = this.call("board_pixels");
    return new Uint8ClampedArray(
      this.#module.bytes.buffer, start, this.width * this.height * 4);
  }

  /// A number that tells pictures apart, as sixteen hexadecimal digits: equal to what the recorder
  /// computes of the same picture.
  hash() {
    return BigInt.asUintN(64, this.call("board_hash")).toString(16).padStart(16, "0");
  }

  // MARK: Calls, for the classes of this folder

  call(name, ...values) {
    if (!this.#handle) throw new InkError("closed", "the board was closed");
    return this.#module.call(name, this.#handle, ...values);
  }

  /// The same, for calls whose negative answers are refusals.
  ask(name, ...values) {
    const answer = this.call(name, ...values);
    return answer < 0 ? this.#module.refuse(answer) : answer;
  }

  /// A copy of the bytes that the last call answered with.
  #answer(count) {
    const start = this.call("board_answer");
    const bytes = this.#module.bytes.slice(start, start + count);
    this.call("board_forget_answer");
    return bytes;
  }
}

/// The numbers of the options by which the module makes a picture.
export function viewed({ width, height, scale = 1, offsetX = 0, offsetY = 0 }) {
  return [width, height, scale, offsetX, offsetY];
}
