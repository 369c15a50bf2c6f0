// The lasso's line, and the frame around what it caught: moved inside, scaled at the corners, turned
// at the stem.

import { IDENTITY } from './gestures.js';

const SVG = 'http://www.w3.org/2000/svg';
/** How near a grip takes, and the stem's length, in window pixels. */
const REACH = 16;
const STEM = 30;
const MARGIN = 8;

export class SelectionOverlay {
  #line;
  #group;
  #box;
  #stem;
  #grips = [];
  #knob;
  #view;
  /** Places of the four corners on the board, in order around the frame. */
  #corners = null;
  #map = IDENTITY;

  constructor(overlay) {
    this.#line = add(overlay, 'polygon', { class: 'lasso-line' });
    this.#group = add(overlay, 'g', { class: 'selection-frame' });
    this.#box = add(this.#group, 'polygon', { class: 'selection-box' });
    this.#stem = add(this.#group, 'line', { class: 'selection-stem' });
    for (let corner = 0; corner < 4; corner += 1) {
      this.#grips.push(add(this.#group, 'circle', { class: 'selection-grip', r: 5.5 }));
    }
    this.#knob = add(this.#group, 'circle', { class: 'selection-grip', r: 5.5 });
    this.#group.style.display = 'none';
    this.#line.style.display = 'none';
  }

  get isShown() {
    return this.#corners !== null;
  }

  /** Window pixels: x, y, x, y … */
  drawLine(places) {
    this.#line.style.display = places.length > 0 ? '' : 'none';
    this.#line.setAttribute('points', places.join(' '));
  }

  /** @param bounds On the board: `x`, `y`, `width`, `height`. */
  frame(bounds, view) {
    const margin = MARGIN / view.zoom;
    const [left, top] = [bounds.x - margin, bounds.y - margin];
    const [right, bottom] = [bounds.x + bounds.width + margin, bounds.y + bounds.height + margin];
    this.#corners = [[left, top], [right, top], [right, bottom], [left, bottom]];
    this.follow(view);
  }

  hide() {
    this.#corners = null;
    this.#map = IDENTITY;
    this.#group.style.display = 'none';
    this.drawLine([]);
  }

  /** The frame as it would be after a map of the board; `settle` keeps it there. */
  preview(map) {
    this.#map = map;
    this.follow(this.#view);
  }

  settle() {
    if (!this.#corners) return;
    this.#corners = this.#mappedCorners();
    this.preview(IDENTITY);
  }

  follow(view) {
    this.#view = view;
    if (!this.#corners) return;
    this.#group.style.display = '';
    const places = this.#places();
    this.#box.setAttribute('points', places.map(place => `${place.x},${place.y}`).join(' '));
    places.forEach((place, corner) => put(this.#grips[corner], place));
    const { foot, knob } = this.#stemPlaces();
    put(this.#knob, knob);
    for (const [name, value] of [['x1', foot.x], ['y1', foot.y], ['x2', knob.x], ['y2', knob.y]]) {
      this.#stem.setAttribute(name, value);
    }
  }

  /** `scale`, `turn`, `move` or null, and the point that stays (board pixels). */
  partAt(x, y) {
    if (!this.#corners) return null;
    const places = this.#places();
    const { knob } = this.#stemPlaces();
    if (Math.hypot(knob.x - x, knob.y - y) < REACH) return { name: 'turn', fixed: this.middle };
    for (let corner = 0; corner < 4; corner += 1) {
      if (Math.hypot(places[corner].x - x, places[corner].y - y) < REACH) {
        const [fx, fy] = this.#corners[(corner + 2) % 4];
        return { name: 'scale', fixed: { x: fx, y: fy } };
      }
    }
    return isInside(places, x, y) ? { name: 'move', fixed: this.middle } : null;
  }

  get middle() {
    const sum = this.#corners.reduce((total, [x, y]) => [total[0] + x, total[1] + y], [0, 0]);
    return { x: sum[0] / 4, y: sum[1] / 4 };
  }

  #mappedCorners() {
    const { a, b, c, d, tx, ty } = this.#map;
    return this.#corners.map(([x, y]) => [a * x + c * y + tx, b * x + d * y + ty]);
  }

  #places() {
    return this.#mappedCorners().map(([x, y]) => this.#view.toWindow(x, y));
  }

  #stemPlaces() {
    const [first, second, third] = this.#places();
    const foot = { x: (first.x + second.x) / 2, y: (first.y + second.y) / 2 };
    // Away from the frame, also when it was mirrored.
    const [dx, dy] = [second.x - third.x, second.y - third.y];
    const length = Math.hypot(dx, dy) || 1;
    return { foot, knob: { x: foot.x + dx / length * STEM, y: foot.y + dy / length * STEM } };
  }
}

function isInside(places, x, y) {
  let inside = false;
  for (let i = 0, j = places.length - 1; i < places.length; j = i, i += 1) {
    const [a, b] = [places[i], places[j]];
    if ((a.y > y) !== (b.y > y) && x < (b.x - a.x) * (y - a.y) / (b.y - a.y) + a.x) inside = !inside;
  }
  return inside;
}

function add(parent, name, attributes) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  parent.append(element);
  return element;
}

function put(circle, place) {
  circle.setAttribute('cx', place.x);
  circle.setAttribute('cy', place.y);
}
