// The page around one board: what is in the hand, what lies on the board, and who is asked when a
// pointer comes down.

import {
  DrawGesture, EraseGesture, IDENTITY, LassoGesture, PanGesture, PinchGesture, RulerGesture,
  SelectionGesture,
} from './gestures.js';
import { RulerOverlay } from './ruler.js';
import { SelectionOverlay } from './selection.js';
import { SHADES } from './tools.js';

const SVG = 'http://www.w3.org/2000/svg';
/** A copy lies this far beside its source, in CSS pixels. */
const COPY_DISTANCE = 24;
/** How near a click must be to ink to choose it, in CSS pixels. */
const CLICK_REACH = 10;

export class Desk extends EventTarget {
  board = null;
  ruler;
  selectionOverlay;
  #selection = null;
  #eraserRing;
  /** Session time at time stamp 0, in milliseconds. */
  #clock = 0;
  #isRulerMoved = false;

  constructor({ canvas, overlay, surface, tools, messages }) {
    super();
    this.canvas = canvas;
    this.surface = surface;
    this.tools = tools;
    this.messages = messages;
    this.ruler = new RulerOverlay(overlay, () => { this.#isRulerMoved = true; });
    this.selectionOverlay = new SelectionOverlay(overlay);
    this.#eraserRing = document.createElementNS(SVG, 'circle');
    this.#eraserRing.setAttribute('class', 'eraser-ring');
    overlay.append(this.#eraserRing);
    this.showEraser(null);
    surface.onView = view => {
      this.ruler.follow(view);
      this.selectionOverlay.follow(view);
      this.#isRulerMoved = true;
      this.dispatchEvent(new Event('view'));
    };
    tools.addEventListener('change', () => this.#toolChanged());
    this.#toolChanged();
  }

  /** Puts a board on the desk. Its session goes on from its last event. */
  use(board, view) {
    this.dispatchEvent(new Event('replace'));
    this.board = board;
    this.#clock = board.lastTime - performance.now();
    this.#selection = null;
    this.selectionOverlay.hide();
    this.surface.use(board, view);
    // A session may have a ruler on it that nobody sees here.
    this.#isRulerMoved = true;
    this.drew();
  }

  // MARK: for pen-input.js

  get origin() {
    return { x: 0, y: 0, time: this.#clock };
  }

  get ratio() {
    return this.surface.view.ratio;
  }

  gesture(contact) {
    if (!this.board) return null;
    document.activeElement?.blur?.();
    const gesture = this.#gestureFor(contact);
    document.body.classList.add('drawing');
    return new Following(gesture, () => document.body.classList.remove('drawing'));
  }

  pinch() {
    return new PinchGesture(this);
  }

  /** @param event A pointer that is up, or null when it left. */
  hover(event) {
    const erases = this.tools.kind === 'eraser' && event && event.pointerType !== 'touch';
    this.showEraser(erases ? event.clientX : null, event?.clientY);
    const part = event && this.#frameOrRulerPart(event.clientX, event.clientY, event.pointerType);
    this.canvas.classList.toggle('moves', Boolean(part));
  }

  #gestureFor(contact) {
    if (contact.isPan) return new PanGesture(this, contact);
    if (contact.erases) return new EraseGesture(this, contact);
    const part = this.#frameOrRulerPart(contact.x, contact.y, contact.type);
    if (part?.selection) return new SelectionGesture(this, contact, part.selection);
    if (part?.ruler) return new RulerGesture(this, contact, part.ruler);
    switch (this.tools.kind) {
    case 'eraser': return new EraseGesture(this, contact);
    case 'lasso': return new LassoGesture(this);
    default:
      this.#layRuler();
      return new DrawGesture(this, contact);
    }
  }

  #frameOrRulerPart(x, y, type) {
    const selection = this.selectionOverlay.partAt(x, y);
    if (selection) return { selection };
    const ruler = this.ruler.partAt(x, y, type);
    return ruler ? { ruler } : null;
  }

  // MARK: for the gestures

  time(stamp) {
    return Math.max(stamp + this.#clock, 0);
  }

  now() {
    return this.time(performance.now());
  }

  rgba(colour) {
    return [1, 3, 5].map(start => parseInt(colour.slice(start, start + 2), 16)).concat(255);
  }

  /** After an act: shows it, and tells who keeps the session and who shows what can be undone. */
  drew() {
    this.surface.draw();
    this.dispatchEvent(new Event('change'));
  }

  showEraser(x, y) {
    const ring = this.#eraserRing;
    ring.style.display = x === null ? 'none' : '';
    if (x === null) return;
    ring.setAttribute('cx', x);
    ring.setAttribute('cy', y);
    ring.setAttribute('r', this.tools.eraserWidth / 2);
  }

  // MARK: the ruler

  toggleRuler() {
    const { ruler, surface } = this;
    if (ruler.isShown) {
      ruler.hide();
      this.#layRuler();
    } else {
      const middle = surface.view.toBoard(innerWidth / 2, innerHeight * 0.42);
      [ruler.x, ruler.y] = [middle.x, middle.y];
      ruler.show(surface.view);
    }
    this.dispatchEvent(new Event('change'));
  }

  /** The engine's ruler is laid when it is needed, so that a drag is not a hundred events. */
  #layRuler() {
    if (!this.#isRulerMoved) return;
    this.#isRulerMoved = false;
    const { ruler, surface } = this;
    this.board.setRuler(ruler.isShown
      ? { x: ruler.x, y: ruler.y, direction: ruler.direction,
        breadth: ruler.thickness / surface.view.zoom, reach: ruler.reach / surface.view.zoom }
      : null, this.now());
  }

  // MARK: selections

  get hasSelection() {
    return this.#selection !== null;
  }

  /** @param places A closed line in CSS pixels: x, y, x, y … */
  select(places) {
    const path = Float64Array.from(places, place => place * this.ratio);
    this.#choose(this.board.lasso(path));
  }

  selectAt(x, y) {
    const place = [x * this.ratio, y * this.ratio];
    this.#choose(this.board.itemAt(...place, CLICK_REACH / this.surface.view.zoom));
  }

  selectAll() {
    this.tools.choose('lasso');
    this.#choose(this.board.selectAll());
  }

  deselect() {
    this.#choose(null);
  }

  #choose(selection) {
    const bounds = selection?.length ? this.board.boundsOf(selection) : null;
    this.#selection = bounds ? selection : null;
    if (bounds) this.selectionOverlay.frame(bounds, this.surface.view);
    else this.selectionOverlay.hide();
    this.dispatchEvent(new Event('change'));
  }

  previewSelection(map) {
    this.board.preview(this.#selection, map === IDENTITY ? null : map);
    this.selectionOverlay.preview(map);
    this.surface.draw();
  }

  moveSelection(map) {
    this.board.move(this.#selection, map, this.now());
    this.selectionOverlay.preview(map);
    this.selectionOverlay.settle();
    this.drew();
  }

  nudge(dx, dy) {
    if (!this.#selection) return;
    const { zoom } = this.surface.view;
    this.moveSelection({ ...IDENTITY, tx: dx / zoom, ty: dy / zoom });
  }

  duplicateSelection() {
    if (!this.#selection) return;
    const distance = COPY_DISTANCE / this.surface.view.zoom;
    const map = { ...IDENTITY, tx: distance, ty: distance };
    this.#choose(this.board.duplicate(this.#selection, map, this.now()));
    this.drew();
  }

  recolourSelection(colour) {
    if (!this.#selection) return;
    this.board.restyle(this.#selection, { colour: this.rgba(colour) }, this.now());
    this.drew();
  }

  deleteSelection() {
    if (!this.#selection) return;
    this.board.delete(this.#selection, this.now());
    this.deselect();
    this.drew();
  }

  // MARK: acts on the whole board

  undo() {
    this.board.undo(this.now());
    this.#reselect();
    this.drew();
  }

  redo() {
    this.board.redo(this.now());
    this.#reselect();
    this.drew();
  }

  clear() {
    this.board.clear(this.now());
    this.deselect();
    this.drew();
  }

  get isDark() {
    const [red, green, blue, alpha] = this.board.background;
    return alpha > 127 && red * 0.3 + green * 0.59 + blue * 0.11 < 110;
  }

  toggleShade() {
    this.board.setBackground(this.rgba(this.isDark ? SHADES.light : SHADES.dark), this.now());
    this.drew();
  }

  /** What an undo left of the selection stays selected, where it is now. */
  #reselect() {
    if (this.#selection) this.#choose(this.#selection);
  }

  #toolChanged() {
    if (this.tools.kind !== 'lasso' && this.#selection) this.deselect();
    this.canvas.classList.toggle('erases', this.tools.kind === 'eraser');
    if (this.tools.kind !== 'eraser') this.showEraser(null);
  }
}

/** A gesture, and what is to be done when it is over. */
class Following {
  constructor(gesture, over) {
    this.gesture = gesture;
    this.over = over;
  }

  move(...values) {
    this.gesture.move(...values);
  }

  join(contact) {
    return this.gesture.join?.(contact) ?? null;
  }

  end(contact) {
    this.gesture.end(contact);
    this.over();
  }

  cancel() {
    this.gesture.cancel();
    this.over();
  }
}
