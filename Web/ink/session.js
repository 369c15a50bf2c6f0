// The board's life: begun, kept across a reload, opened from a file, saved, and left.

import { InkBoard, InkModule } from '../ink-board.js';
import { Surface } from './surface.js';
import { SHADES } from './tools.js';
import { View } from './view.js';

/** The one who draws on this page. */
const AUTHOR = 1;
const MAGIC = [0xfb, 0x42, 0x52, 0x44];
/** Around a drawing that is fitted into the window, in CSS pixels. */
const MARGIN = 40;

export class Session extends EventTarget {
  #desk;
  #store;
  #compiled;
  /** Bytes of the log that the store has, and that the last saved file has. */
  #keptLength = 0;
  #savedLength = 0;

  /** @param compiled The engine; each board gets an instance and a memory of its own. */
  constructor(desk, store, compiled) {
    super();
    this.#desk = desk;
    this.#store = store;
    this.#compiled = compiled;
    if (store) {
      store.onFault = () => desk.messages.fault(
        'This browser cannot keep the board across a reload. Save it before you leave.');
    }
    desk.addEventListener('change', () => this.#keep());
    addEventListener('beforeunload', event => {
      if (this.isUnsaved) event.preventDefault();
    });
  }

  get isUnsaved() {
    return this.#desk.board !== null && this.#desk.board.logLength !== this.#savedLength;
  }

  /** The board of before the reload, or an empty one. */
  async begin() {
    const stream = await this.#stored();
    if (stream) {
      try {
        const { board } = await this.#read(stream);
        this.#use(board, this.#home(board));
        this.#savedLength = board.isEmpty ? board.logLength : 0;
        this.#changed();
        return;
      } catch {
        this.#desk.messages.fault(
          'The board from before the reload could not be read; this is a new one.');
      }
    }
    await this.#beginEmpty();
  }

  /** Another board; the one that was there can be had back while the page lives. */
  async beginNew() {
    const before = this.#snapshot();
    await this.#beginEmpty();
    this.#offer('A new board.', before);
  }

  /** Opens what a file holds, or says why not; then nothing has changed. */
  async open(bytes, name) {
    let read;
    try {
      read = await this.#read(bytes);
    } catch (error) {
      this.#desk.messages.fault(`${name} was not opened: ${sentence(error.message)}`);
      return;
    }
    const before = this.#snapshot();
    this.#use(read.board, this.#home(read.board));
    this.#replaceKept();
    this.#savedLength = read.board.logLength;
    this.#changed();
    const [first, ...more] = read.warnings;
    const but = first ? ` But ${sentence(first)}` : '';
    this.#offer(`${name} is open.${but}${more.length > 0 ? ` And ${more.length} more.` : ''}`, before);
  }

  noteSaved() {
    this.#savedLength = this.#desk.board.logLength;
    this.#changed();
  }

  /** For tests and for closing: resolves when the browser has all that was drawn. */
  get isKept() {
    return this.#store?.isKept ?? Promise.resolve();
  }

  // MARK: boards

  async #beginEmpty() {
    const { width, height, ratio } = Surface.size();
    const module = await InkModule.load(this.#compiled);
    const board = new InkBoard(module, {
      width, height, scale: ratio, boardWidth: innerWidth, boardHeight: innerHeight,
      boardScale: ratio, author: AUTHOR, origin: Date.now(), background: rgba(SHADES.light),
    });
    this.#use(board, new View(ratio));
    this.#replaceKept();
    this.#savedLength = board.logLength;
    this.#changed();
  }

  /** In an instance of its own: whatever the bytes do to it, the board that is open stays. */
  async #read(bytes) {
    const { width, height, ratio } = Surface.size();
    const module = await InkModule.load(this.#compiled);
    const options = { width, height, scale: ratio, author: AUTHOR };
    const isBinary = MAGIC.every((byte, place) => bytes[place] === byte);
    return isBinary ? InkBoard.openBinary(module, bytes, options)
      : InkBoard.openText(module, bytes, options);
  }

  #use(board, view) {
    const old = this.#desk.board;
    // What was read is kept already, or will be in one piece.
    this.#keptLength = board.logLength;
    this.#desk.use(board, view);
    // An old one that holds nothing is of no use to anybody.
    if (old && old !== board && old.isEmpty) old.close();
  }

  /** Where a board is looked at first: its own size if that fits, else all of it. */
  #home(board) {
    const { ratio } = Surface.size();
    const edges = board.edges;
    if (edges && edges.width <= innerWidth && edges.height <= innerHeight) return new View(ratio);
    const box = edges ? { x: 0, y: 0, ...edges } : board.contentBounds();
    if (!box || !(box.width > 0 && box.height > 0)) return new View(ratio);
    const margin = edges ? 0 : MARGIN;
    const zoom = Math.min(
      1, (innerWidth - 2 * margin) / box.width, (innerHeight - 2 * margin) / box.height);
    const scale = ratio * Math.max(zoom, 0.05);
    return new View(
      ratio, scale / ratio, Math.round((innerWidth * ratio - box.width * scale) / 2 - box.x * scale),
      Math.round((innerHeight * ratio - box.height * scale) / 2 - box.y * scale));
  }

  // MARK: bringing back

  #kept = null;

  #snapshot() {
    const { board, surface } = this.#desk;
    if (!board || board.isEmpty) return null;
    return { board, view: surface.view, savedLength: this.#savedLength };
  }

  #offer(text, before) {
    if (this.#kept && this.#kept.board !== before?.board) this.#kept.board.close();
    this.#kept = before;
    if (!before) {
      this.#desk.messages.note(text);
      return;
    }
    this.#desk.messages.note(text, {
      name: 'Bring the old one back',
      run: () => {
        if (this.#kept !== before) return;
        const after = this.#desk.board;
        this.#kept = null;
        this.#use(before.board, before.view);
        if (!after.isEmpty) after.close();
        this.#replaceKept();
        this.#savedLength = before.savedLength;
        this.#changed();
      },
    });
  }

  // MARK: keeping

  async #stored() {
    try {
      return await this.#store?.read();
    } catch {
      return null;
    }
  }

  #keep() {
    const { board } = this.#desk;
    if (!board || board.logLength === this.#keptLength) return;
    const bytes = board.log(this.#keptLength);
    this.#keptLength = board.logLength;
    this.#store?.append(bytes);
    this.#changed();
  }

  #replaceKept() {
    const { board } = this.#desk;
    this.#keptLength = board.logLength;
    this.#store?.replace(board.log(0));
  }

  #changed() {
    this.dispatchEvent(new Event('change'));
  }
}

function sentence(words) {
  const text = words.trim();
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

function rgba(colour) {
  return [1, 3, 5].map(start => parseInt(colour.slice(start, start + 2), 16)).concat(255);
}
