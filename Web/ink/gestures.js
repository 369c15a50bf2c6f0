// What a pointer does between its coming down and its lifting. Each takes `move`, `end`, `cancel`
// as pen-input.js calls them; `desk` is the page: its board, surface, view, overlays and clock.

import { NUMBERS_PER_SAMPLE } from './pen-sample.js';

/** A lasso that stays this near its beginning is a click, in CSS pixels. */
const CLICK_LENGTH = 5;

/** Ink under the pen. Drawn inside the event: the frame that shows the pointer shows its ink. */
export class DrawGesture {
  #desk;
  #stroke;

  constructor(desk, contact) {
    const { tools } = desk;
    this.#desk = desk;
    this.#stroke = desk.board.beginStroke({
      ink: tools.ink.number, colour: desk.rgba(tools.colour()), width: tools.inkWidth(),
      channels: contact.channels, time: desk.time(contact.time),
    });
  }

  move(samples, predicted, contact) {
    this.#desk.board.extend(
      this.#stroke, samples.numbers, predicted.numbers, this.#desk.time(contact.newest));
    this.#desk.surface.draw();
  }

  end(contact) {
    this.#desk.board.endStroke(this.#stroke, this.#desk.time(contact.newest));
    this.#desk.drew();
  }

  cancel() {
    this.#desk.board.cancelStroke(this.#stroke, this.#desk.now());
    this.#desk.drew();
  }
}

/** A swept disc that takes ink away, one act for what each frame touched, one step to take back. */
export class EraseGesture {
  #desk;

  constructor(desk, contact) {
    const { tools } = desk;
    this.#desk = desk;
    // As large on the screen at any zoom: what the ring around the pointer shows.
    desk.board.beginErasing({
      shape: tools.eraserKind, width: tools.eraserWidth / desk.surface.view.zoom,
    });
  }

  move(samples, predicted, contact) {
    const numbers = samples.numbers;
    const path = new Float64Array(samples.count * 2);
    for (let index = 0; index < samples.count; index += 1) {
      path[2 * index] = numbers[NUMBERS_PER_SAMPLE * index];
      path[2 * index + 1] = numbers[NUMBERS_PER_SAMPLE * index + 1];
    }
    this.#desk.board.erase(path, this.#desk.time(contact.newest));
    this.#desk.showEraser(contact.x, contact.y);
    this.#desk.surface.draw();
  }

  end(contact) {
    this.#desk.board.endErasing();
    if (contact.type !== 'mouse') this.#desk.showEraser(null);
    this.#desk.drew();
  }

  /** What it took is given back. */
  cancel() {
    this.#desk.board.cancelErasing(this.#desk.now());
    this.#desk.showEraser(null);
    this.#desk.drew();
  }
}

/** A line around ink. */
export class LassoGesture {
  #desk;
  #places = [];

  constructor(desk) {
    this.#desk = desk;
    desk.deselect();
  }

  move(samples, predicted, contact) {
    const numbers = samples.numbers;
    const { ratio } = this.#desk;
    for (let start = 0; start < numbers.length; start += NUMBERS_PER_SAMPLE) {
      this.#places.push(numbers[start] / ratio, numbers[start + 1] / ratio);
    }
    this.#desk.selectionOverlay.drawLine(this.#places);
  }

  end() {
    const [x, y] = this.#places;
    this.#desk.selectionOverlay.drawLine([]);
    // A click chooses what lies there.
    if (this.#isClick()) this.#desk.selectAt(x, y);
    else this.#desk.select(this.#places);
  }

  #isClick() {
    const [x, y] = this.#places;
    for (let start = 2; start < this.#places.length; start += 2) {
      if (Math.hypot(this.#places[start] - x, this.#places[start + 1] - y) > CLICK_LENGTH) return false;
    }
    return true;
  }

  cancel() {
    this.#desk.selectionOverlay.drawLine([]);
  }
}

/** The frame of a selection, taken inside, at a corner or at its stem. Shown moved until the end. */
export class SelectionGesture {
  #desk;
  #part;
  #start;
  #map = IDENTITY;

  constructor(desk, contact, part) {
    this.#desk = desk;
    this.#part = part;
    this.#start = desk.surface.view.toBoard(contact.x, contact.y);
  }

  move(samples, predicted, contact) {
    const at = this.#desk.surface.view.toBoard(contact.x, contact.y);
    this.#map = this.#mapTo(at, contact.shift);
    this.#desk.previewSelection(this.#map);
  }

  end() {
    this.#desk.moveSelection(this.#map);
  }

  cancel() {
    this.#desk.previewSelection(IDENTITY);
  }

  #mapTo(at, isShifted) {
    const { name, fixed } = this.#part;
    const [fromX, fromY] = [this.#start.x - fixed.x, this.#start.y - fixed.y];
    const [toX, toY] = [at.x - fixed.x, at.y - fixed.y];
    if (name === 'move') {
      // Sixty-fourths of a board pixel are the finest that ink knows.
      return { ...IDENTITY, tx: steps(toX - fromX), ty: steps(toY - fromY) };
    }
    if (name === 'scale') {
      const share = (fromX * toX + fromY * toY) / (fromX * fromX + fromY * fromY || 1);
      return about(fixed, Math.min(Math.max(share, 0.05), 50), 0);
    }
    let angle = Math.atan2(toY, toX) - Math.atan2(fromY, fromX);
    if (isShifted) angle = Math.round(angle / (Math.PI / 12)) * (Math.PI / 12);
    return about(fixed, 1, angle);
  }
}

/** The view goes with the pointer. */
export class PanGesture {
  #desk;
  #last;

  constructor(desk, contact) {
    this.#desk = desk;
    this.#last = { x: contact.x, y: contact.y };
    desk.canvas.classList.add('panning');
  }

  move(samples, predicted, contact) {
    const { surface } = this.#desk;
    surface.show(surface.view.panned(contact.x - this.#last.x, contact.y - this.#last.y));
    this.#last = { x: contact.x, y: contact.y };
  }

  end() {
    this.#desk.canvas.classList.remove('panning');
  }

  cancel() {
    this.end();
  }
}

/** Two fingers on the board. */
export class PinchGesture {
  #desk;

  constructor(desk) {
    this.#desk = desk;
  }

  move(from, to) {
    const { surface } = this.#desk;
    surface.show(surface.view.pinched(from, to));
  }

  end() {
    const { surface } = this.#desk;
    surface.show(surface.view.settled());
  }
}

/** A hand on the ruler: one finger moves it, or turns it by a grip; a second one turns it too. */
export class RulerGesture {
  #desk;
  #part;
  #last;
  #second = null;

  constructor(desk, contact, part) {
    this.#desk = desk;
    this.#part = part;
    this.#last = { x: contact.x, y: contact.y };
  }

  move(samples, predicted, contact) {
    const { ruler, surface } = this.#desk;
    const { zoom } = surface.view;
    const [dx, dy] = [contact.x - this.#last.x, contact.y - this.#last.y];
    if (this.#part === 'turn' && !this.#second) {
      const before = ruler.angleTo(this.#last.x, this.#last.y);
      // The grip stays under the pointer: a rest is left once the pointer is a little further on.
      this.#turned ??= ruler.angle;
      this.#turned += ruler.angleTo(contact.x, contact.y) - before;
      ruler.turnTo(this.#turned, !contact.alt);
    } else if (this.#second) {
      this.#turnBetween({ x: contact.x, y: contact.y }, this.#second);
    } else {
      ruler.moveBy(dx / zoom, dy / zoom);
    }
    this.#last = { x: contact.x, y: contact.y };
  }

  #turned;

  join(contact) {
    if (this.#second) return null;
    this.#second = { x: contact.x, y: contact.y };
    this.#turned = this.#desk.ruler.angle;
    return {
      move: (samples, predicted, at) => {
        this.#turnBetween(this.#last, { x: at.x, y: at.y });
        this.#second = { x: at.x, y: at.y };
      },
      end: () => { this.#second = null; },
      cancel: () => { this.#second = null; },
    };
  }

  #turnBetween(first, second) {
    const { ruler, surface } = this.#desk;
    const angle = (a, b) => Math.atan2(b.y - a.y, b.x - a.x);
    this.#turned += angle(first, second) - angle(this.#last, this.#second);
    ruler.turnTo(this.#turned);
    const { zoom } = surface.view;
    ruler.moveBy(
      (first.x + second.x - this.#last.x - this.#second.x) / 2 / zoom,
      (first.y + second.y - this.#last.y - this.#second.y) / 2 / zoom);
  }

  end() {}

  cancel() {}
}

// MARK: maps of the plane, as the engine's AffineTransform

export const IDENTITY = Object.freeze({ a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0 });

/** Scaled and turned about a place that stays. */
export function about({ x, y }, scale, angle) {
  const [a, b] = [scale * Math.cos(angle), scale * Math.sin(angle)];
  return { a, b, c: -b, d: a, tx: x - a * x + b * y, ty: y - b * x - a * y };
}

function steps(value) {
  return Math.round(value * 64) / 64;
}
