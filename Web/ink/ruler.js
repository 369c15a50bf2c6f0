// The ruler that lies on the board: where it is, how it is taken, and how it looks.
//
// Its place is kept in board pixels, since it lies on the board; its breadth in window pixels, so that
// it is as broad at any zoom.

const SVG = 'http://www.w3.org/2000/svg';
/** Steps of the engine's directions in a full turn. */
const STEPS = 2048;
/** Angles at which it rests when it comes near, in degrees, and how near. */
const RESTS = 15;
const NEAR = 1.2;
/** The turning grips' distance from the middle, and their reach, in window pixels. */
const ARM = 190;
const REACH = 22;

export class RulerOverlay {
  #group;
  #body;
  #ticks;
  #pill;
  #label;
  #grips = [];
  #view;

  isShown = false;
  /** From edge to edge, in window pixels. */
  thickness = 80;
  /** How far outside an edge a stroke may begin and still follow it, in window pixels. */
  reach = 16;
  /** Board pixels. */
  x = 0;
  y = 0;
  /** Radians from +x towards +y, 0 up to π. */
  angle = 0;

  /**
   * @param overlay The SVG over the board.
   * @param changed Called when it was moved, turned, shown or put away.
   */
  constructor(overlay, changed) {
    this.changed = changed;
    this.#group = add(overlay, 'g', { class: 'ruler', tabindex: 0, role: 'slider', 'aria-label': 'Ruler',
      'aria-valuemin': 0, 'aria-valuemax': 180 });
    this.#body = add(this.#group, 'rect', { class: 'ruler-body' });
    this.#ticks = add(this.#group, 'path', { class: 'ruler-ticks' });
    for (const x of [-ARM, ARM]) {
      this.#grips.push(add(this.#group, 'circle', { class: 'ruler-grip', r: 7, cx: x, cy: 0 }));
    }
    this.#pill = add(this.#group, 'rect', { class: 'ruler-pill', x: -29, y: -13, width: 58, height: 26, rx: 13 });
    this.#label = add(this.#group, 'text', { class: 'ruler-angle', x: 0, y: 0.5 });
    this.#group.addEventListener('keydown', event => this.#key(event));
    this.#group.style.display = 'none';
  }

  show(view) {
    this.isShown = true;
    this.#group.style.display = '';
    this.follow(view);
    this.changed();
  }

  hide() {
    this.isShown = false;
    this.#group.style.display = 'none';
    this.changed();
  }

  /** In the engine's steps. */
  get direction() {
    return Math.round(this.angle / (2 * Math.PI) * STEPS) % STEPS;
  }

  /** Degrees as people say them: 0 is level, rising to the right counts up to 180. */
  get degrees() {
    const degrees = Math.round(180 - this.angle * 180 / Math.PI) % 180;
    return degrees;
  }

  moveBy(dx, dy) {
    this.x += dx;
    this.y += dy;
    this.#update();
  }

  /** @param rests Whether it stops at round angles that are near. */
  turnTo(angle, rests = true) {
    let turned = ((angle % Math.PI) + Math.PI) % Math.PI;
    if (rests) {
      const degrees = turned * 180 / Math.PI;
      const rest = Math.round(degrees / RESTS) * RESTS;
      if (Math.abs(degrees - rest) < NEAR) turned = (rest % 180) * Math.PI / 180;
    }
    // Rounded as the engine keeps it, so that what is seen is what is drawn along.
    this.angle = Math.round(turned / (2 * Math.PI) * STEPS) % (STEPS / 2) / STEPS * 2 * Math.PI;
    this.#update();
  }

  /** By whole degrees, from the one that is shown. */
  turnBy(degrees) {
    this.turnTo((Math.round(this.angle * 180 / Math.PI) + degrees) * Math.PI / 180, false);
  }

  /**
   * What a pointer would take: `turn`, `move` or null, which leaves it to the ink.
   *
   * A pen draws along the ruler wherever it comes down but on the grips and the angle; a mouse and
   * fingers move it by its middle.
   */
  partAt(x, y, pointerType) {
    if (!this.isShown) return null;
    const at = this.#along(x, y);
    const reach = pointerType === 'touch' ? REACH * 1.4 : REACH;
    if (Math.hypot(Math.abs(at.x) - ARM, at.y) < reach) return 'turn';
    const half = this.#halfThickness;
    if (Math.abs(at.x) < 34 && Math.abs(at.y) < 16) return 'move';
    if (pointerType === 'pen') return null;
    const edge = pointerType === 'touch' ? 0 : Math.min(half * 0.45, 14);
    return Math.abs(at.y) < half - edge ? 'move' : null;
  }

  /** Window pixels from the middle, along the ruler and across it. */
  #along(x, y) {
    const middle = this.#view.toWindow(this.x, this.y);
    const [dx, dy] = [x - middle.x, y - middle.y];
    const [cosine, sine] = [Math.cos(this.angle), Math.sin(this.angle)];
    return { x: dx * cosine + dy * sine, y: dy * cosine - dx * sine };
  }

  get #halfThickness() {
    return this.thickness / 2;
  }

  /** The angle from the middle to a place in the window. */
  angleTo(x, y) {
    const middle = this.#view.toWindow(this.x, this.y);
    return Math.atan2(y - middle.y, x - middle.x);
  }

  follow(view) {
    this.#view = view;
    if (this.isShown) this.#draw();
  }

  #update() {
    this.#draw();
    this.changed();
  }

  #draw() {
    const middle = this.#view.toWindow(this.x, this.y);
    const half = this.#halfThickness;
    // Across the window at any angle, and whole ticks.
    const step = tickStep(this.#view.zoom);
    const tick = step * this.#view.zoom;
    const length = Math.ceil((innerWidth + innerHeight + Math.hypot(middle.x, middle.y)) / tick) * tick;
    set(this.#group, { transform:
      `translate(${middle.x} ${middle.y}) rotate(${this.angle * 180 / Math.PI})` });
    set(this.#body, { x: -length, y: -half, width: 2 * length, height: 2 * half });
    set(this.#ticks, { d: ticks(length, tick, half) });
    // The angle stays upright.
    const upright = `rotate(${-this.angle * 180 / Math.PI})`;
    set(this.#pill, { transform: upright });
    set(this.#label, { transform: upright });
    this.#label.textContent = `${this.degrees}°`;
    set(this.#group, { 'aria-valuenow': this.degrees, 'aria-valuetext': `${this.degrees} degrees` });
  }

  #key(event) {
    const far = event.shiftKey ? 10 : 1;
    const step = far * 2 / this.#view.zoom;
    const moves = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, -step], ArrowDown: [0, step] };
    if (moves[event.key]) this.moveBy(...moves[event.key]);
    else if (event.key === '[' || event.key === '{' || event.key === ',') this.turnBy(-far);
    else if (event.key === ']' || event.key === '}' || event.key === '.') this.turnBy(far);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}

/** Board pixels between ticks, so that they stay legible at any zoom. */
function tickStep(zoom) {
  for (const step of [1, 2, 5, 10, 20, 50, 100, 200]) {
    if (step * zoom >= 7) return step;
  }
  return 500;
}

function ticks(length, tick, half) {
  let path = '';
  const count = Math.round(length / tick);
  for (let number = -count; number <= count; number += 1) {
    const x = (number * tick).toFixed(2);
    const long = number % 10 === 0 ? 14 : number % 5 === 0 ? 10 : 6;
    const reach = Math.min(long, half * 0.5);
    path += `M${x} ${-half}v${reach}M${x} ${half}v${-reach}`;
  }
  return path;
}

function add(parent, name, attributes) {
  const element = document.createElementNS(SVG, name);
  set(element, attributes);
  parent.append(element);
  return element;
}

function set(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
}
