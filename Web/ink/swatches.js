// A stroke of each ink, in its colour and width, drawn by the engine that draws the board.

import { INKS } from './tools.js';

/** Of one swatch, in CSS pixels. */
const WIDTH = 52;
const HEIGHT = 34;
/** Wide inks are drawn smaller than they are: at most this wide. */
const WIDEST = 17;

export class Swatches {
  #makeBoard;
  #toolbar;
  #tools;
  #drawn = '';
  #frame = 0;

  /** @param makeBoard Makes a board from `{ width, height, scale, background }`. */
  constructor(makeBoard, toolbar, tools) {
    this.#makeBoard = makeBoard;
    this.#toolbar = toolbar;
    this.#tools = tools;
    tools.addEventListener('change', () => this.drawSoon());
  }

  background = [255, 255, 255, 255];

  drawSoon() {
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0;
      this.draw();
    });
  }

  draw() {
    const ratio = Math.max(devicePixelRatio || 1, 1);
    const wanted = JSON.stringify([ratio, this.background,
      INKS.map(ink => [this.#tools.colour(ink), this.#tools.inkWidth(ink)])]);
    if (wanted === this.#drawn) return;
    this.#drawn = wanted;
    const [width, height] = [Math.round(WIDTH * ratio), Math.round(HEIGHT * ratio)];
    // A board remembers all that was ever drawn on it, so each picture gets a new one.
    const board = this.#makeBoard({
      width: width * INKS.length, height, scale: ratio, background: this.background,
    });
    for (const ink of INKS) this.#stroke(board, ink, width, ratio);
    board.render();
    const image = board.image();
    for (const ink of INKS) {
      const canvas = this.#toolbar.swatch(ink);
      if (canvas.width !== width) canvas.width = width;
      if (canvas.height !== height) canvas.height = height;
      const left = ink.number * width;
      canvas.getContext('2d').putImageData(image, -left, 0, left, 0, width, height);
    }
    board.close();
  }

  /** A hand's flourish: it presses in the middle, and slants its pen. */
  #stroke(board, ink, pitch, ratio) {
    const tools = this.#tools;
    const width = Math.min(tools.inkWidth(ink), WIDEST);
    const id = board.beginStroke({
      ink: ink.number, colour: rgba(tools.colour(ink)), width, channels: 1 | 2 | 4 | 8, time: 0,
    });
    const count = 36;
    const numbers = new Float64Array(count * 6);
    for (let index = 0; index < count; index += 1) {
      const share = index / (count - 1);
      const margin = 8 + width / 4;
      const x = ink.number * pitch / ratio + margin + (WIDTH - 2 * margin) * share;
      const swing = Math.max(HEIGHT / 2 - 7 - width / 2, 2);
      const y = HEIGHT / 2 + swing * Math.sin(share * 2 * Math.PI) * (1 - 0.25 * share);
      numbers.set([x * ratio, y * ratio, index * 9, 0.55 + 0.8 * Math.sin(share * Math.PI),
        2.3, 1.05], index * 6);
    }
    board.extend(id, numbers, null, 0);
    board.endStroke(id, 0);
  }
}

function rgba(colour) {
  return [1, 3, 5].map(start => parseInt(colour.slice(start, start + 2), 16)).concat(255);
}
