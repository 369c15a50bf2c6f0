// The ink engine in a page: boards that are drawn by ink.wasm, pixel for pixel as the recorder
// draws them. A plain ES module for browsers and Node, without dependencies.
//
//   import { InkBoard } from "./ink-board.js";
//   const board = await InkBoard.load("ink.wasm", { width: 1280, height: 720 });
//   board.apply(bytes);              // events in the binary form
//   board.present(context);          // draws what changed on a canvas's 2D context
//
// Documentation/web.md says more. Coordinates are pixels of the picture unless said otherwise,
// y down; colours are [red, green, blue, alpha] of 0…255 each; times are milliseconds.

/// What the engine refuses, and what stops it. `code` is one of
/// "load": ink.wasm could not be fetched; "closed": the board was closed; "trap": the engine stopped,
/// and no board of its module works any more; else why bytes or sizes were refused: "truncated",
/// "not-a-board", "newer-version", "frame-too-long", "malformed", "beyond-limits", "size".
export class InkError extends Error {
  constructor(code, message, options) {
    super(message, options);
    this.name = "InkError";
    this.code = code;
  }
}

const FAULTS = {
  [-1]: "truncated",
  [-2]: "not-a-board",
  [-3]: "newer-version",
  [-4]: "frame-too-long",
  [-5]: "malformed",
  [-6]: "beyond-limits",
  [-7]: "size",
};

/// Bytes kept for what is handed over: the samples of a frame, an event, not a file.
const ROOM = 1 << 16;

/// One instance of ink.wasm: its memory, and the boards in it. Boards of one module share memory
/// and the fate of a trap.
export class InkModule {
  #exports;
  #bytes = new Uint8Array(0);
  #trap = null;
  #room = 0;

  /// - source: a URL or path of ink.wasm, its bytes, or a WebAssembly.Module that is compiled.
  static async load(source) {
    const compiled = await compile(source);
    const instance = await WebAssembly.instantiate(compiled, {});
    return new InkModule(instance.exports);
  }

  constructor(exports) {
    this.#exports = exports;
  }

  /// The version of the ink engine: equal numbers draw equal pixels.
  get engine() {
    return this.call("ink_engine");
  }

  /// Bytes: the module's linear memory, what boards use of it now, and the most they ever used.
  get memory() {
    return {
      size: this.#exports.memory.buffer.byteLength,
      used: this.call("ink_heap_used") >>> 0,
      peak: this.call("ink_heap_peak") >>> 0,
    };
  }

  /// Calls into the module. What stops it there becomes an InkError, now and for ever after.
  call(name, ...values) {
    if (this.#trap) throw this.#trap;
    try {
      return this.#exports[name](...values);
    } catch (cause) {
      const words = this.#failure() || `${cause.message} in ${name}`;
      this.#trap = new InkError("trap", `the ink engine stopped: ${words}`, { cause });
      throw this.#trap;
    }
  }

  /// The same, for calls whose negative answers are refusals.
  ask(name, ...values) {
    const answer = this.call(name, ...values);
    if (answer < 0) {
      throw new InkError(FAULTS[answer] ?? "malformed",
        this.text(this.call("ink_fault_words", answer)));
    }
    return answer;
  }

  /// The memory as it is now. When it grows, earlier views lose their bytes; so nobody keeps one.
  get bytes() {
    const { buffer } = this.#exports.memory;
    if (this.#bytes.buffer !== buffer) this.#bytes = new Uint8Array(buffer);
    return this.#bytes;
  }

  /// Calls `body` with the addresses of copies of the parts (typed arrays) in the memory. They lie
  /// at multiples of 16 and are gone when it returns.
  lend(parts, body) {
    let size = 0;
    const places = parts.map((part) => {
      const place = size;
      size += (part.byteLength + 15) & ~15;
      return place;
    });
    const isLarge = size > ROOM;
    if (!isLarge && !this.#room) this.#room = this.call("ink_allocate", ROOM);
    const start = isLarge ? this.call("ink_allocate", size) : this.#room;
    parts.forEach((part, index) => {
      this.bytes.set(
        new Uint8Array(part.buffer, part.byteOffset, part.byteLength), start + places[index]);
    });
    const answer = body(...places.map((place) => start + place));
    if (isLarge) this.call("ink_release", start);
    return answer;
  }

  /// The words at an address, up to a 0 byte.
  text(address) {
    const end = this.bytes.indexOf(0, address);
    return new TextDecoder().decode(this.bytes.slice(address, end));
  }

  #failure() {
    try {
      return this.text(this.#exports.ink_failure());
    } catch {
      return "";
    }
  }
}

/// A board and its picture.
///
/// Options, all but width and height optional:
/// - width, height: of the picture, in pixels;
/// - scale, offsetX, offsetY: the view: picture = board · scale + offset (1, 0, 0);
/// - stream: bytes of a board in the binary form; its events are applied at once, unless
///   holdEvents is true (then applyNext() takes one after the other);
/// - boardWidth, boardHeight: edges of a new board, in board pixels (none);
/// - background: the colour of a new board, or "transparent" (white).
export class InkBoard {
  #module;
  #handle;
  #image = null;

  /// - source: an InkModule to share, or what InkModule.load takes.
  static async load(source, options) {
    const module = source instanceof InkModule ? source : await InkModule.load(source);
    return new InkBoard(module, options);
  }

  constructor(module, options) {
    const { width, height, scale = 1, offsetX = 0, offsetY = 0 } = options;
    this.#module = module;
    this.width = width;
    this.height = height;
    const view = [width, height, scale, offsetX, offsetY];
    if (options.stream) {
      this.#handle = module.lend([options.stream], (address) =>
        module.ask("board_open", address, options.stream.byteLength, ...view));
      if (options.holdEvents !== true) this.applyAll();
    } else {
      const background = packed(options.background ?? [255, 255, 255, 255]);
      this.#handle = module.ask(
        "board_new", options.boardWidth ?? 0, options.boardHeight ?? 0, background, ...view);
    }
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

  // MARK: Events

  /// Hands over bytes of the binary form, whole events or parts of them, and applies all events
  /// that are complete. Returns how many. A broken event throws and is skipped: call again with no
  /// bytes to go on behind it.
  apply(bytes) {
    this.append(bytes);
    return this.applyAll();
  }

  /// Hands over bytes of the binary form and applies none of it yet.
  append(bytes) {
    this.#module.lend([bytes], (address) =>
      this.#call("board_append", address, bytes.byteLength));
  }

  /// Applies the next event; false when there is none. What was handed over only in part waits for
  /// the rest.
  applyNext() {
    try {
      return this.#ask("board_next") === 1;
    } catch (error) {
      if (error.code === "truncated") return false;
      throw error;
    }
  }

  applyAll() {
    let count = 0;
    while (this.applyNext()) count += 1;
    return count;
  }

  /// Supplies the pixels of a picture that the board refers to.
  /// - hash: the 32 bytes of its SHA-256; image: an ImageData, or an object like it.
  provide(hash, image) {
    this.#module.lend([hash, image.data], (name, pixels) =>
      this.#ask("board_provide", name, image.width, image.height, pixels));
  }

  // MARK: The picture

  /// Shows another part of the board: picture = board · scale + offset.
  show({ scale = 1, offsetX = 0, offsetY = 0 }) {
    this.#call("board_show", scale, offsetX, offsetY);
  }

  /// Brings the picture up to date. Returns the rectangles that changed, {x, y, width, height} each,
  /// none of which overlap.
  render() {
    const count = this.#call("board_render");
    const rectangles = [];
    if (count > 0) {
      const start = this.#call("board_rectangles");
      const values = new Int32Array(this.#module.bytes.buffer, start, count * 4);
      for (let index = 0; index < values.length; index += 4) {
        rectangles.push({
          x: values[index], y: values[index + 1],
          width: values[index + 2], height: values[index + 3],
        });
      }
    }
    return rectangles;
  }

  /// Renders, and puts what changed on a canvas's 2D context with the picture's corner at x, y.
  /// Returns the rectangles. The first call puts everything.
  present(context, x = 0, y = 0) {
    const rectangles = this.render();
    if (rectangles.length > 0) {
      const image = this.image();
      for (const part of rectangles) {
        context.putImageData(image, x, y, part.x, part.y, part.width, part.height);
      }
    }
    return rectangles;
  }

  /// The whole picture as of the last render, straight alpha: an ImageData where there is such a
  /// class, else an object like it. It looks into the module's memory: use it before the next call.
  image() {
    const data = this.pixels();
    if (typeof ImageData === "undefined") {
      return { data, width: this.width, height: this.height };
    }
    if (this.#image?.data.buffer !== data.buffer || this.#image.data.byteOffset !== data.byteOffset) {
      this.#image = new ImageData(data, this.width, this.height);
    }
    return this.#image;
  }

  /// The same as bytes R, G, B, A.
  pixels() {
    const start = this.#call("board_pixels");
    return new Uint8ClampedArray(
      this.#module.bytes.buffer, start, this.width * this.height * 4);
  }

  /// A number that tells pictures apart, as sixteen hexadecimal digits: equal to what the recorder
  /// computes of the same picture.
  hash() {
    return BigInt.asUintN(64, this.#call("board_hash")).toString(16).padStart(16, "0");
  }

  #call(name, ...values) {
    this.#checkOpen();
    return this.#module.call(name, this.#handle, ...values);
  }

  #ask(name, ...values) {
    this.#checkOpen();
    return this.#module.ask(name, this.#handle, ...values);
  }

  #checkOpen() {
    if (!this.#handle) throw new InkError("closed", "the board was closed");
  }
}

/// A colour as 0xRRGGBBAA.
function packed(colour) {
  if (colour === "transparent") return 0;
  const [red, green, blue, alpha = 255] = colour;
  return ((red << 24) | (green << 16) | (blue << 8) | alpha) >>> 0;
}

async function compile(source) {
  if (source instanceof WebAssembly.Module) return source;
  if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) {
    return WebAssembly.compile(source);
  }
  const response = await fetch(source);
  if (!response.ok) throw new InkError("load", `${response.status} for ${response.url}`);
  // Compiles while it arrives, where the server names the type that this needs.
  if (response.headers.get("Content-Type") === "application/wasm") {
    return WebAssembly.compileStreaming(response);
  }
  return WebAssembly.compile(await response.arrayBuffer());
}
