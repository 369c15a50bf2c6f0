// One instance of ink.wasm: its memory, calls into it, and what goes wrong there.
//
// Pages import all of it from ink-board.js.

/// What the engine refuses, and what stops it. `code` is one of
/// "load": ink.wasm could not be fetched; "closed": the board was closed; "trap": the engine stopped,
/// and no board of its module works any more; else why bytes or sizes were refused: "truncated",
/// "not-a-board", "newer-version", "frame-too-long", "malformed", "beyond-limits", "size",
/// "view", "header".
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
  [-8]: "view",
  [-9]: "header",
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
      // RangeError is a stack that overflows. Anything else never came in.
      if (!(cause instanceof WebAssembly.RuntimeError || cause instanceof RangeError)) throw cause;
      const words = this.#failure() || `${cause.message} in ${name}`;
      this.#trap = new InkError("trap", `the ink engine stopped: ${words}`, { cause });
      throw this.#trap;
    }
  }

  /// The same, for calls whose negative answers are refusals.
  ask(name, ...values) {
    const answer = this.call(name, ...values);
    return answer < 0 ? this.refuse(answer) : answer;
  }

  /// Throws what a negative answer means.
  refuse(answer) {
    throw new InkError(
      FAULTS[answer] ?? "malformed", this.text(this.call("ink_fault_words", answer)));
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
