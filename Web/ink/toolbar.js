// The panels: what is in the hand, its colour and width, and the buttons around the board.

import { BLACK, INKS, PALETTE, WHITE } from './tools.js';

const SVG = 'http://www.w3.org/2000/svg';

export class Toolbar {
  #tools;
  #tips;
  #inks = new Map();
  #colours = [];
  #custom;
  #isBoardDark = false;
  #hasSelection = false;

  /** Set by who composes the page: `recolour(colour)` is asked when something is selected. */
  onRecolour = null;

  constructor(tools, tips) {
    this.#tools = tools;
    this.#tips = tips;
    this.#makeInks();
    this.#makeColours();
    this.#wire();
    for (const toolbar of document.querySelectorAll('[role="toolbar"]')) rove(toolbar);
    tools.addEventListener('change', () => this.update());
    this.update();
  }

  /** The little canvas of each ink, for whoever draws the swatches. */
  swatch(ink) {
    return this.#inks.get(ink.id).querySelector('canvas');
  }

  set isBoardDark(isDark) {
    this.#isBoardDark = isDark;
    const shade = byId('shade');
    shade.setAttribute('aria-pressed', String(isDark));
    this.#tips.describe(shade, isDark ? 'Light board' : 'Dark board', 'D');
    const [first] = this.#colours;
    first.colour = isDark ? WHITE : BLACK;
    this.#tips.describe(first.button, isDark ? 'White' : 'Black');
    paintDot(first.button, first.colour);
    this.update();
  }

  set hasSelection(has) {
    this.#hasSelection = has;
    this.update();
  }

  setChanges({ canUndo, canRedo, isEmpty }) {
    byId('undo').disabled = !canUndo;
    byId('redo').disabled = !canRedo;
    byId('clear').disabled = isEmpty;
  }

  setZoom(zoom) {
    byId('zoom-home').textContent = `${Math.round(zoom * 100)}%`;
  }

  setRuler(isShown) {
    byId('ruler').setAttribute('aria-pressed', String(isShown));
  }

  on(id, run) {
    byId(id).addEventListener('click', run);
  }

  update() {
    const tools = this.#tools;
    for (const ink of INKS) {
      const isChosen = tools.kind === 'ink' && tools.ink === ink;
      this.#inks.get(ink.id).setAttribute('aria-checked', String(isChosen));
    }
    byId('eraser').setAttribute('aria-pressed', String(tools.kind === 'eraser'));
    byId('lasso').setAttribute('aria-pressed', String(tools.kind === 'lasso'));
    const isInk = tools.kind === 'ink';
    const isLasso = tools.kind === 'lasso';
    byId('colours').hidden = !(isInk || isLasso && this.#hasSelection);
    byId('eraser-kinds').hidden = tools.kind !== 'eraser';
    byId('selection').hidden = !(isLasso && this.#hasSelection);
    byId('hint').hidden = !isLasso || this.#hasSelection;
    byId('hint').textContent = 'Draw a line around ink to select it';
    byId('width-field').hidden = isLasso;
    for (const kind of byId('eraser-kinds').children) {
      kind.setAttribute('aria-checked', String(kind.dataset.kind === tools.eraserKind));
    }
    this.#updateColours(isInk);
    const slider = byId('width');
    slider.value = String(Math.round(tools.widthShare * 1000));
    const width = tools.width < 10 ? tools.width.toFixed(1) : String(Math.round(tools.width));
    byId('width-value').textContent = width;
    slider.setAttribute('aria-valuetext', `${width} pixels`);
  }

  #updateColours(isInk) {
    const chosen = this.#tools.colour();
    let isListed = false;
    for (const { button, colour } of this.#colours) {
      button.setAttribute('aria-pressed', String(isInk && colour === chosen));
      isListed ||= colour === chosen;
    }
    this.#custom.setAttribute('aria-pressed', String(isInk && !isListed));
    this.#custom.querySelector('input').value = chosen;
    paintDot(this.#custom, isInk && !isListed ? chosen : null);
  }

  #makeInks() {
    const place = byId('inks');
    place.setAttribute('role', 'radiogroup');
    place.setAttribute('aria-label', 'Inks');
    for (const ink of INKS) {
      const button = document.createElement('button');
      button.className = 'ink';
      button.dataset.ink = ink.id;
      button.setAttribute('role', 'radio');
      button.setAttribute('aria-keyshortcuts', String(ink.number + 1));
      const name = document.createElement('span');
      name.className = 'name';
      name.textContent = ink.name;
      button.append(document.createElement('canvas'), name);
      this.#tips.describe(button, ink.fullName, String(ink.number + 1));
      button.addEventListener('click', () => this.#tools.chooseInk(ink));
      place.append(button);
      this.#inks.set(ink.id, button);
    }
  }

  #makeColours() {
    const place = byId('colours');
    for (const { colour, name } of [{ colour: BLACK, name: 'Black' }, ...PALETTE]) {
      const entry = { colour, button: document.createElement('button') };
      entry.button.className = 'colour';
      entry.button.append(dot());
      paintDot(entry.button, colour);
      this.#tips.describe(entry.button, name);
      entry.button.addEventListener('click', () => this.#choose(entry.colour));
      place.append(entry.button);
      this.#colours.push(entry);
    }
    this.#custom = document.createElement('label');
    this.#custom.className = 'colour';
    const input = document.createElement('input');
    input.type = 'color';
    input.id = 'custom-colour';
    input.addEventListener('input', () => this.#choose(input.value));
    this.#custom.append(dot(), input);
    this.#tips.describe(input, 'Any colour');
    place.append(this.#custom);
  }

  #choose(colour) {
    if (this.#tools.kind === 'lasso') this.onRecolour?.(colour);
    else this.#tools.setColour(colour);
  }

  #wire() {
    const tips = this.#tips;
    const tools = this.#tools;
    const command = /Mac|iP/.test(navigator.platform) ? '⌘' : 'Ctrl ';
    const shifted = /Mac|iP/.test(navigator.platform) ? '⇧⌘' : 'Ctrl Shift ';
    for (const [id, name, keys] of [
      ['undo', 'Undo', `${command}Z`], ['redo', 'Redo', `${shifted}Z`], ['clear', 'Clear the board', ''],
      ['new', 'New board', ''], ['open', 'Open a .board file', `${command}O`],
      ['save', 'Save as .board', `${command}S`], ['picture', 'Save this view as PNG', `${shifted}S`],
      ['shade', 'Dark board', 'D'], ['eraser', 'Eraser', 'E'], ['lasso', 'Lasso', 'L'],
      ['ruler', 'Ruler', 'R'], ['zoom-out', 'Smaller', '−'], ['zoom-home', 'Actual size', '0'],
      ['zoom-in', 'Larger', '+'], ['duplicate', 'Duplicate', `${command}D`],
      ['delete', 'Delete', 'Del'],
    ]) tips.describe(byId(id), name, keys);
    this.on('eraser', () => tools.choose('eraser'));
    this.on('lasso', () => tools.choose('lasso'));
    for (const kind of byId('eraser-kinds').children) {
      kind.addEventListener('click', () => tools.chooseEraser(kind.dataset.kind));
    }
    const slider = byId('width');
    slider.addEventListener('input', () => tools.setWidthShare(Number(slider.value) / 1000));
  }
}

function byId(id) {
  return document.getElementById(id);
}

/** A round of colour with room for a ring around it. */
function dot() {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', '0 0 30 30');
  svg.setAttribute('aria-hidden', 'true');
  for (const [name, radius] of [['ring', 13], ['fill', 9.5], ['edge', 9.5]]) {
    const circle = document.createElementNS(SVG, 'circle');
    circle.setAttribute('class', name);
    circle.setAttribute('cx', '15');
    circle.setAttribute('cy', '15');
    circle.setAttribute('r', String(radius));
    if (name === 'edge') circle.setAttribute('fill', 'none');
    svg.append(circle);
  }
  return svg;
}

/** null paints the wheel that stands for any colour. */
function paintDot(place, colour) {
  const svg = place.querySelector('svg');
  svg.querySelector('.wheel')?.remove();
  const fill = svg.querySelector('.fill');
  fill.style.fill = colour ?? 'none';
  if (colour !== null) return;
  const wheel = document.createElementNS(SVG, 'g');
  wheel.setAttribute('class', 'wheel');
  for (let slice = 0; slice < 12; slice += 1) {
    const [from, to] = [slice, slice + 1.05].map(step => step * Math.PI / 6);
    const path = document.createElementNS(SVG, 'path');
    const point = angle => `${15 + 9.5 * Math.sin(angle)} ${15 - 9.5 * Math.cos(angle)}`;
    path.setAttribute('d', `M15 15 L${point(from)} A9.5 9.5 0 0 1 ${point(to)}Z`);
    path.style.stroke = 'none';
    path.style.fill = `hsl(${slice * 30} 78% 58%)`;
    wheel.append(path);
  }
  svg.insertBefore(wheel, svg.querySelector('.edge'));
}

/** The arrow keys go along a row of buttons. */
function rove(toolbar) {
  const stops = () => [...toolbar.querySelectorAll('button, input')]
    .filter(stop => !stop.disabled && stop.offsetParent !== null);
  toolbar.addEventListener('keydown', event => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!step || event.target.type === 'range') return;
    const all = stops();
    const place = all.indexOf(event.target);
    if (place < 0) return;
    event.preventDefault();
    event.stopPropagation();
    all[(place + step + all.length) % all.length].focus();
  });
}
