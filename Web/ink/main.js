// Puts the page together: the engine, the board on its surface, hands, keys, files and what is kept.

import { InkBoard, InkModule } from '../ink-board.js';
import { Desk } from './desk.js';
import { Files } from './files.js';
import { Keyboard } from './keyboard.js';
import { Messages } from './messages.js';
import { PenInput } from './pen-input.js';
import { Session } from './session.js';
import { SessionStore } from './session-store.js';
import { Surface } from './surface.js';
import { Swatches } from './swatches.js';
import { Toolbar } from './toolbar.js';
import { Tools } from './tools.js';
import { Tooltips } from './tooltips.js';
import { View } from './view.js';

/** One participant, who draws. */
const AUTHOR = 1;
const WHEEL_ZOOM = 0.0022;
const BUTTON_ZOOM = 1.25;
const RESIZE_DELAY = 120;
/** A line of a wheel that counts lines, in CSS pixels. */
const WHEEL_LINE = 18;

const byId = id => document.getElementById(id);
const messages = new Messages(byId('messages'));

start().catch(error => {
  messages.fault(error.code === 'load'
    ? 'ink.wasm is not here. Build it with “make wasm” and load the page again.'
    : `The board could not start: ${error.message}`);
  throw error;
});

async function start() {
  const tools = new Tools(storageOrNull());
  const toolbar = new Toolbar(tools, new Tooltips(byId('tooltip')));
  const compiled = await compile('ink.wasm');
  const canvas = byId('board');
  const surface = new Surface(canvas);
  const desk = new Desk({ canvas, overlay: byId('overlay'), surface, tools, messages });
  const input = new PenInput(canvas, desk);
  const session = new Session(desk, await SessionStore.open(), compiled);
  const files = new Files(desk, session, byId('stage'), byId('file'));
  const module = await InkModule.load(compiled);
  const swatches = new Swatches(
    size => new InkBoard(module, { ...size, author: AUTHOR }), toolbar, tools);

  wireChanges({ desk, session, surface, tools, toolbar, swatches });
  wireCommands({ desk, session, surface, tools, toolbar, files, input });
  wireWindow({ desk, surface, canvas, input });
  await session.begin();
  toolbar.setZoom(surface.view.zoom);
  // For whoever opens the console, and for tests.
  window.faceboard = { desk, session };
  document.documentElement.dataset.ready = 'true';
}

async function compile(address) {
  const response = await fetch(address);
  if (!response.ok) throw Object.assign(new Error(`${response.status}`), { code: 'load' });
  return WebAssembly.compileStreaming(response);
}

/** What the buttons show follows the board. */
function wireChanges({ desk, session, surface, tools, toolbar, swatches }) {
  let wasDark = null;
  desk.addEventListener('change', () => {
    const { board } = desk;
    toolbar.setChanges(board);
    toolbar.hasSelection = desk.hasSelection;
    toolbar.setRuler(desk.ruler.isShown);
    if (desk.isDark !== wasDark) {
      wasDark = desk.isDark;
      toolbar.isBoardDark = wasDark;
      tools.adaptTo(wasDark);
      document.body.classList.toggle('dark-board', wasDark);
    }
    swatches.background = board.background;
    swatches.drawSoon();
  });
  desk.addEventListener('view', () => toolbar.setZoom(surface.view.zoom));
  session.addEventListener('change', () => {
    document.title = `${session.isUnsaved ? '• ' : ''}FaceBoard ink`;
  });
}

function wireCommands({ desk, session, surface, tools, toolbar, files, input }) {
  const zoomBy = factor => surface.show(
    surface.view.zoomed(factor, innerWidth / 2, innerHeight / 2));
  const commands = {
    undo: () => desk.undo(),
    redo: () => desk.redo(),
    clear: () => desk.clear(),
    new: () => session.beginNew(),
    open: () => files.choose(),
    save: () => files.saveBoard(),
    picture: () => files.savePicture(),
    shade: () => desk.toggleShade(),
    ruler: () => desk.toggleRuler(),
    duplicate: () => desk.duplicateSelection(),
    delete: () => desk.deleteSelection(),
    selectAll: () => desk.selectAll(),
    nudge: (dx, dy) => desk.nudge(dx, dy),
    escape: () => {
      if (input.isBusy) input.cancelAll();
      else desk.deselect();
    },
    zoomIn: () => zoomBy(BUTTON_ZOOM),
    zoomOut: () => zoomBy(1 / BUTTON_ZOOM),
    home: () => surface.show(new View(surface.view.ratio)),
  };
  for (const id of ['undo', 'redo', 'clear', 'new', 'open', 'save', 'picture', 'shade', 'ruler',
    'duplicate', 'delete']) toolbar.on(id, commands[id]);
  toolbar.on('zoom-in', commands.zoomIn);
  toolbar.on('zoom-out', commands.zoomOut);
  toolbar.on('zoom-home', commands.home);
  toolbar.onRecolour = colour => desk.recolourSelection(colour);
  new Keyboard(desk, input, commands);
}

function wireWindow({ desk, surface, canvas, input }) {
  // A pen that is down stays on the board that it came down on.
  desk.addEventListener('replace', () => input.cancelAll());
  // A button that was clicked leaves Space and the arrows to the board.
  document.addEventListener('click', event => {
    if (event.detail > 0) event.target.closest('button')?.blur();
  });
  addEventListener('error', event => {
    if (event.error?.code !== 'trap') return;
    messages.fault(`${event.error.message}. Load the page again: what was drawn is kept.`);
  });

  canvas.addEventListener('wheel', event => {
    event.preventDefault();
    if (input.isBusy) return;
    const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? WHEEL_LINE
      : event.deltaMode === WheelEvent.DOM_DELTA_PAGE ? innerHeight : 1;
    const [dx, dy] = [event.deltaX * unit, event.deltaY * unit];
    if (event.ctrlKey || event.metaKey) {
      surface.show(surface.view.zoomed(
        Math.exp(-dy * (event.deltaMode === 0 && Math.abs(dy) < 30 ? 4 : 1) * WHEEL_ZOOM),
        event.clientX, event.clientY));
    } else if (desk.ruler.partAt(event.clientX, event.clientY, 'mouse')) {
      desk.ruler.turnBy(Math.sign(dy || dx));
    } else if (event.shiftKey && dx === 0) {
      surface.show(surface.view.panned(-dy, 0));
    } else {
      surface.show(surface.view.panned(-dx, -dy));
    }
  }, { passive: false });

  let timer = 0;
  const resized = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      input.cancelAll();
      surface.use(desk.board);
    }, RESIZE_DELAY);
  };
  addEventListener('resize', resized);
  // The same window may come to a screen of another density.
  const watchDensity = () => matchMedia(`(resolution: ${devicePixelRatio}dppx)`)
    .addEventListener('change', () => {
      resized();
      watchDensity();
    }, { once: true });
  watchDensity();
}

/** Where a browser forbids storage, choices are forgotten and nothing else. */
function storageOrNull() {
  try {
    return localStorage;
  } catch {
    return null;
  }
}
