// The canvas: device pixels, the part of the board that it shows, and when it is drawn anew.

import { View } from './view.js';

/** A view that moves is drawn anew for at most this share of the time; between, it is stretched. */
const REDRAW_SHARE = 0.5;
/** A board that takes longer than this to draw (ms) is drawn anew only when the view rests. */
const QUICK = 40;
/** Milliseconds without movement after which the picture is drawn at its exact place. */
const SETTLING = 90;

export class Surface {
  #canvas;
  #context;
  #board = null;
  #drawn;
  #wanted;
  #lastCost = 0;
  #lastRedraw = -Infinity;
  #frame = 0;
  #timer = 0;
  /** Called after the view changed, with the view that is shown. */
  onView = () => {};

  constructor(canvas) {
    this.#canvas = canvas;
    this.#context = canvas.getContext('2d', { alpha: false });
    this.#wanted = new View(devicePixelRatio || 1);
    this.#drawn = this.#wanted;
  }

  /** What is wanted to be seen; the picture follows at once or within a frame or two. */
  get view() {
    return this.#wanted;
  }

  /** Of the window, in canvas pixels. */
  static size() {
    const ratio = devicePixelRatio || 1;
    return { width: Math.max(Math.round(innerWidth * ratio), 1),
      height: Math.max(Math.round(innerHeight * ratio), 1), ratio };
  }

  /** Shows another board, or the same after the window changed its size. */
  use(board, view = this.#wanted) {
    this.#board = board;
    const { width, height, ratio } = Surface.size();
    if (this.#canvas.width !== width) this.#canvas.width = width;
    if (this.#canvas.height !== height) this.#canvas.height = height;
    this.#canvas.style.width = `${width / ratio}px`;
    this.#canvas.style.height = `${height / ratio}px`;
    if (board.width !== width || board.height !== height) board.resize(width, height);
    this.#wanted = view.ratio === ratio ? view : view.withRatio(ratio);
    this.#redraw();
    board.presentAll(this.#context);
  }

  /** Draws what changed, now: the same frame in which the pen moved. */
  draw() {
    this.#settleBeforeInk();
    this.#board.present(this.#context);
  }

  show(view) {
    if (view.equals(this.#wanted)) return;
    this.#wanted = view;
    this.onView(view);
    this.#frame ||= requestAnimationFrame(() => this.#follow());
  }

  toBlob(type) {
    this.draw();
    return new Promise(done => this.#canvas.toBlob(done, type));
  }

  /** Between two drawings the old picture stands in, moved and stretched by the compositor. */
  #follow() {
    this.#frame = 0;
    clearTimeout(this.#timer);
    const now = performance.now();
    if (this.#lastCost < QUICK && now - this.#lastRedraw >= this.#lastCost / REDRAW_SHARE) {
      this.#redraw();
      return;
    }
    const [from, to] = [this.#drawn, this.#wanted];
    const growth = to.scale / from.scale;
    const x = (to.offsetX - from.offsetX * growth) / to.ratio;
    const y = (to.offsetY - from.offsetY * growth) / to.ratio;
    this.#canvas.style.transform = `translate(${x}px, ${y}px) scale(${growth})`;
    this.#timer = setTimeout(() => this.#redraw(), SETTLING);
  }

  #redraw() {
    clearTimeout(this.#timer);
    const start = performance.now();
    this.#wanted = this.#wanted.settled();
    this.#drawn = this.#wanted;
    this.#board.show(this.#drawn.scale, this.#drawn.offsetX, this.#drawn.offsetY);
    this.#board.present(this.#context);
    this.#canvas.style.transform = '';
    this.#lastRedraw = performance.now();
    this.#lastCost = this.#lastRedraw - start;
    this.onView(this.#drawn);
  }

  /** A pen that comes down while the picture is still stretched must hit what it sees. */
  #settleBeforeInk() {
    if (!this.#drawn.equals(this.#wanted)) this.#redraw();
  }
}
