// What the keys do. Letters and digits are for one hand while the other draws.

import { INKS } from './tools.js';

const NUDGE = 1;
const FAR_NUDGE = 10;

export class Keyboard {
  #desk;
  #input;
  #commands;

  constructor(desk, input, commands) {
    this.#desk = desk;
    this.#input = input;
    this.#commands = commands;
    addEventListener('keydown', event => this.#down(event));
    addEventListener('keyup', event => {
      if (event.code === 'Space') this.#holdPan(false);
    });
    addEventListener('blur', () => this.#holdPan(false));
  }

  #down(event) {
    if (event.defaultPrevented || isTyping(event.target)) return;
    const command = event.ctrlKey || event.metaKey;
    const run = command ? this.#withCommand(event) : event.altKey ? null : this.#plain(event);
    if (!run) return;
    event.preventDefault();
    run();
  }

  #withCommand(event) {
    const { undo, redo, save, picture, open, duplicate, zoomIn, zoomOut, home, selectAll } = this.#commands;
    switch (event.key.toLowerCase()) {
    case 'z': return event.shiftKey ? redo : undo;
    case 'y': return redo;
    case 's': return event.shiftKey ? picture : save;
    case 'o': return open;
    case 'd': return duplicate;
    case 'a': return selectAll;
    case '+': case '=': return zoomIn;
    case '-': return zoomOut;
    case '0': return home;
    default: return null;
    }
  }

  #plain(event) {
    const { tools } = this.#desk;
    const commands = this.#commands;
    // A button that has the focus keeps Space and Enter for itself.
    if (event.code === 'Space') {
      if (event.target.closest?.('button, input, a')) return null;
      return () => this.#holdPan(true);
    }
    if (/^[1-7]$/.test(event.key)) return () => tools.chooseInk(INKS[Number(event.key) - 1]);
    switch (event.key) {
    case 'e': case 'E':
      return () => tools.kind === 'eraser'
        ? tools.chooseEraser(tools.eraserKind === 'bitmap' ? 'vector' : 'bitmap')
        : tools.choose('eraser');
    case 'l': case 'L': return () => tools.choose('lasso');
    case 'r': case 'R': return commands.ruler;
    case 'd': case 'D': return commands.shade;
    case '[': return () => tools.setWidth(tools.width / 1.15);
    case ']': return () => tools.setWidth(tools.width * 1.15);
    case '+': case '=': return commands.zoomIn;
    case '-': return commands.zoomOut;
    case '0': return commands.home;
    case 'Delete': case 'Backspace': return commands.delete;
    case 'Escape': return commands.escape;
    }
    const step = event.shiftKey ? FAR_NUDGE : NUDGE;
    const move = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, -step],
      ArrowDown: [0, step] }[event.key];
    if (!move || event.target.closest?.('[role="toolbar"], [role="radiogroup"]')) return null;
    return () => commands.nudge(...move);
  }

  #holdPan(isDown) {
    this.#input.isPanKeyDown = isDown;
    this.#desk.canvas.classList.toggle('pans', isDown);
  }
}

function isTyping(target) {
  return target instanceof HTMLInputElement && !['range', 'color', 'file'].includes(target.type)
    || target instanceof HTMLTextAreaElement;
}
