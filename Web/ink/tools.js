// What is in the hand: an ink, an eraser or the lasso. Each ink keeps its own colour and width.

/** In the order of the engine's `InkKind`; widths in board pixels, as PencilKit has them in points. */
export const INKS = Object.freeze([
  { id: 'pen', name: 'Pen', least: 0.88, most: 25.66, width: 2.68, colour: '#1d1d1f' },
  { id: 'monoline', name: 'Monoline', least: 0.5, most: 4, width: 2, colour: '#1c6fe8' },
  { id: 'marker', name: 'Marker', least: 7.5, most: 60, width: 22, colour: '#f5c400' },
  { id: 'pencil', name: 'Pencil', least: 2.4, most: 16, width: 3.2, colour: '#1d1d1f' },
  { id: 'fountainPen', name: 'Fountain', fullName: 'Fountain pen', least: 1.5, most: 14, width: 5,
    colour: '#14397d' },
  { id: 'watercolor', name: 'Watercolor', least: 10, most: 80, width: 34,
    colour: '#0c8599' },
  { id: 'crayon', name: 'Crayon', least: 10, most: 50, width: 16, colour: '#d92d20' },
].map((ink, number) => Object.freeze({ fullName: ink.name, ...ink, number })));

/** Ink that shows best on the board comes first: black paper gets white. */
export const BLACK = '#1d1d1f';
export const WHITE = '#ffffff';

export const PALETTE = Object.freeze([
  { colour: '#6e6e73', name: 'Grey' },
  { colour: '#d92d20', name: 'Red' },
  { colour: '#f08c00', name: 'Orange' },
  { colour: '#f5c400', name: 'Yellow' },
  { colour: '#2b8a3e', name: 'Green' },
  { colour: '#0c8599', name: 'Teal' },
  { colour: '#1c6fe8', name: 'Blue' },
  { colour: '#14397d', name: 'Navy' },
  { colour: '#7048e8', name: 'Violet' },
  { colour: '#d6336c', name: 'Pink' },
  { colour: '#8a5a33', name: 'Brown' },
]);

export const ERASER = Object.freeze({ least: 4, most: 160, width: 32 });

export const SHADES = Object.freeze({ light: '#ffffff', dark: '#1b1c20' });

const STORED = 'faceboard.tools';
const COLOUR = /^#[0-9a-f]{6}$/;

export class Tools extends EventTarget {
  /** `ink`, `eraser` or `lasso`. */
  kind = 'ink';
  ink = INKS[0];
  eraserKind = 'bitmap';
  eraserWidth = ERASER.width;
  #colours = new Map(INKS.map(ink => [ink.id, ink.colour]));
  #widths = new Map(INKS.map(ink => [ink.id, ink.width]));
  #storage;

  constructor(storage) {
    super();
    this.#storage = storage;
    this.#restore();
  }

  colour(ink = this.ink) {
    return this.#colours.get(ink.id);
  }

  inkWidth(ink = this.ink) {
    return this.#widths.get(ink.id);
  }

  /** Of what is in the hand: an eraser has a width too. */
  get width() {
    return this.kind === 'eraser' ? this.eraserWidth : this.inkWidth();
  }

  get widthRange() {
    return this.kind === 'eraser' ? ERASER : this.ink;
  }

  chooseInk(ink) {
    this.kind = 'ink';
    this.ink = ink;
    this.#changed();
  }

  choose(kind) {
    this.kind = kind;
    this.#changed();
  }

  chooseEraser(kind) {
    this.kind = 'eraser';
    this.eraserKind = kind;
    this.#changed();
  }

  setColour(colour) {
    if (!COLOUR.test(colour)) return;
    this.#colours.set(this.ink.id, colour);
    this.#changed();
  }

  setWidth(width) {
    const { least, most } = this.widthRange;
    const kept = Math.min(Math.max(width, least), most);
    if (this.kind === 'eraser') this.eraserWidth = kept;
    else this.#widths.set(this.ink.id, kept);
    this.#changed();
  }

  /** A share of the slider, even in proportion rather than in difference. */
  get widthShare() {
    const { least, most } = this.widthRange;
    return Math.log(this.width / least) / Math.log(most / least);
  }

  setWidthShare(share) {
    const { least, most } = this.widthRange;
    this.setWidth(least * (most / least) ** Math.min(Math.max(share, 0), 1));
  }

  /** Black ink would be lost on a dark board, white on a light one: the hand takes the other. */
  adaptTo(isDark) {
    const [lost, seen] = isDark ? [BLACK, WHITE] : [WHITE, BLACK];
    for (const [ink, colour] of this.#colours) {
      if (colour === lost) this.#colours.set(ink, seen);
    }
    this.#changed();
  }

  #changed() {
    this.#keep();
    this.dispatchEvent(new Event('change'));
  }

  #keep() {
    try {
      this.#storage?.setItem(STORED, JSON.stringify({
        ink: this.ink.id, eraserKind: this.eraserKind, eraserWidth: this.eraserWidth,
        colours: Object.fromEntries(this.#colours), widths: Object.fromEntries(this.#widths),
      }));
    } catch {
      // A full or forbidden store costs nothing but memory of the last choice.
    }
  }

  #restore() {
    let stored;
    try {
      stored = JSON.parse(this.#storage?.getItem(STORED) ?? 'null');
    } catch {
      return;
    }
    if (typeof stored !== 'object' || stored === null) return;
    this.ink = INKS.find(ink => ink.id === stored.ink) ?? this.ink;
    if (stored.eraserKind === 'vector') this.eraserKind = 'vector';
    if (within(stored.eraserWidth, ERASER)) this.eraserWidth = stored.eraserWidth;
    for (const ink of INKS) {
      const colour = stored.colours?.[ink.id];
      if (typeof colour === 'string' && COLOUR.test(colour)) this.#colours.set(ink.id, colour);
      const width = stored.widths?.[ink.id];
      if (within(width, ink)) this.#widths.set(ink.id, width);
    }
  }
}

function within(value, range) {
  return typeof value === 'number' && value >= range.least && value <= range.most;
}
