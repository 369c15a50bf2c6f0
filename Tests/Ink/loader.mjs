// The promises of Web/ink-board.js that pictures alone do not show: errors, memory that grows,
// several boards, traps. The same in Node and in a browser.
import { InkBoard, InkError, InkModule, InkViewer } from "./ink-board.js";

const SIZE = { width: 200, height: 120 };

function draw(board, y, time = 0) {
  const stroke = board.beginStroke({ ink: "monoline", colour: [200, 0, 0], width: 8, time });
  board.extend(
    stroke, Float64Array.of(20, y, time, 1, 0, 1.5, 180, y, time + 9, 1, 0, 1.5), null, time + 9);
  board.endStroke(stroke, time + 10);
}

function refused(code, act) {
  try {
    act();
  } catch (error) {
    return error instanceof InkError && error.code === code && error.message.length > 5;
  }
  return false;
}

/// A context that only notes what is put on it.
class Notes {
  put = [];

  putImageData(image, x, y, ...part) {
    this.put.push([x, y, ...part].join(" "));
  }
}

const TESTS = {
  "what is no board is refused with words": async (source) => {
    const module = await InkModule.load(source);
    const bytes = new TextEncoder().encode("no board at all");
    return refused("not-a-board", () => InkBoard.openBinary(module, bytes, SIZE))
      && refused("not-a-board", () => InkBoard.openText(module, "no board at all", SIZE))
      && refused("size", () => new InkBoard(module, { width: 0, height: 5 }))
      && refused("size", () => new InkBoard(module, { width: 16384, height: 16384 }))
      && refused("view", () => new InkBoard(module, { ...SIZE, scale: NaN }))
      && refused("beyond-limits",
        () => new InkBoard(module, { ...SIZE, boardWidth: 70000, boardHeight: 5 }));
  },

  "a board that was closed says so": async (source) => {
    const board = await InkBoard.load(source, SIZE);
    board.close();
    board.close();
    return refused("closed", () => board.render());
  },

  "boards of one module do not touch each other": async (source) => {
    const module = await InkModule.load(source);
    const [one, two] = [new InkBoard(module, SIZE), new InkBoard(module, SIZE)];
    const empty = two.render() && two.hash();
    draw(one, 60);
    one.render();
    const [drawn, other] = [one.hash(), two.hash()];
    one.close();
    draw(two, 60);
    two.render();
    return empty === other && drawn !== empty && two.hash() === drawn;
  },

  "memory that grows takes nothing away": async (source) => {
    const module = await InkModule.load(source);
    const board = new InkBoard(module, SIZE);
    draw(board, 60);
    board.render();
    const [hash, before] = [board.hash(), board.pixels().slice()];
    const old = board.pixels();
    const large = new InkBoard(module, { width: 4000, height: 4000 });
    large.render();
    const now = board.pixels();
    return old.length === 0 && now.length === before.length && board.hash() === hash
      && now.every((value, index) => value === before[index]);
  },

  "what stops the engine is an error with words, ever after": async (source) => {
    const module = await InkModule.load(source);
    const board = new InkBoard(module, SIZE);
    let stopped = null;
    try {
      for (;;) new InkBoard(module, { width: 8192, height: 8192 });
    } catch (error) {
      stopped = error;
    }
    return stopped?.code === "trap" && /out of memory: \d+ bytes more, \d+ MiB/.test(stopped.message)
      && refused("trap", () => board.render());
  },

  "what is rendered waits until it is presented": async (source) => {
    const board = await InkBoard.load(source, SIZE);
    const context = new Notes();
    board.present(context, 3, 4);
    const first = context.put.splice(0);
    draw(board, 40);
    board.render();
    draw(board, 90);
    board.present(context);
    const second = context.put.splice(0);
    board.present(context);
    const third = context.put.splice(0);
    board.presentAll(context);
    return first.join() === "3 4 0 0 200 120" && second.length >= 2 && third.length === 0
      && context.put.join() === "0 0 0 0 200 120";
  },

  "a page's canvas shows the board's bytes": async (source, context) => {
    if (!context) return true;
    const board = await InkBoard.load(source, SIZE);
    board.present(context);
    draw(board, 40);
    board.present(context);
    draw(board, 90);
    board.present(context);
    const shown = context.getImageData(0, 0, SIZE.width, SIZE.height).data;
    return board.pixels().every((value, index) => value === shown[index]);
  },

  "bytes may come in pieces": async (source) => {
    const module = await InkModule.load(source);
    const board = new InkBoard(module, SIZE);
    draw(board, 30);
    draw(board, 90, 50);
    board.render();
    const stream = board.log();
    const viewer = InkViewer.begin(module, stream.subarray(0, 40), SIZE);
    let count = 0;
    while (viewer.applyNext()) count += 1;
    for (let start = 40; start < stream.length; start += 7) {
      count += viewer.apply(stream.subarray(start, start + 7));
    }
    viewer.render();
    return count === 6 && viewer.hash() === board.hash() && viewer.logLength === stream.length;
  },

  "a stream that is cut or broken opens with warnings": async (source) => {
    const module = await InkModule.load(source);
    const board = new InkBoard(module, SIZE);
    draw(board, 30);
    const stream = board.log();
    const cut = InkBoard.openBinary(module, stream.subarray(0, stream.length - 2), SIZE);
    const broken = stream.slice();
    // The first event's frame follows the header's; its kind becomes one of a header's bytes.
    broken[4 + 1 + stream[4] + 1] = 1;
    broken[4 + 1 + stream[4] + 2] = 255;
    const odd = InkBoard.openBinary(module, broken, SIZE);
    return cut.warnings.length === 1 && odd.warnings.length >= 1;
  },

  "a saved text opens as the same board": async (source) => {
    const module = await InkModule.load(source);
    const board = new InkBoard(module, { ...SIZE, boardWidth: 200, boardHeight: 120, origin: 5e11 });
    draw(board, 30);
    draw(board, 90, 50);
    board.undo(80);
    board.render();
    const text = board.saveText();
    const { board: again, warnings } = InkBoard.openText(module, text, SIZE);
    again.render();
    const saved = new TextDecoder().decode(again.saveText());
    return warnings.length === 0 && again.hash() === board.hash() && again.canRedo
      && saved === new TextDecoder().decode(text) && saved.includes('"origin":500000000000')
      && again.edges.width === 200 && again.lastTime === 80;
  },

  "arguments that are none do no harm": async (source) => {
    const board = await InkBoard.load(source, SIZE);
    draw(board, 60);
    board.render();
    const before = board.hash();
    board.extend(99, Float64Array.of(1, 2, 3, 4, 5, 6), null, 0);
    board.endStroke(99, 0);
    board.cancelStroke(99, 0);
    board.erase(Float64Array.of(100, 60), 0);
    board.move(Uint32Array.of(1, 77, 8, 9), { tx: 5 }, 20);
    board.move(board.selectAll(), { tx: NaN }, 20);
    board.lasso(Float64Array.of(NaN, 1));
    board.setRuler({ x: NaN, y: 2, direction: 99999 }, 30);
    board.show(NaN, 0, 0);
    const stroke = board.beginStroke({ ink: 0, colour: [0, 0, 0], width: 5, time: NaN });
    board.extend(stroke, Float64Array.of(NaN, NaN, NaN, NaN, NaN, NaN), null, NaN);
    board.render();
    let isRefused = false;
    try {
      board.beginStroke({ ink: "chalk", colour: [0, 0, 0], width: 5, time: 0 });
    } catch (error) {
      isRefused = error instanceof TypeError;
    }
    return isRefused && board.hash() === before && !board.endStroke(stroke, 50);
  },
};

/// - source: what InkModule.load takes; context: of a canvas, or null.
/// Returns { lines, differences }.
export async function loader(where, source, context = null) {
  const lines = [];
  const names = Object.keys(TESTS);
  for (const name of names) {
    let isRight;
    try {
      isRight = await TESTS[name](source, context);
    } catch (error) {
      isRight = false;
      lines.push(`${where}: ${error.stack}`);
    }
    if (!isRight) lines.push(`${where}: not so: ${name}`);
  }
  const differences = lines.length;
  lines.push(`${where}: ${names.length} promises of ink-board.js`
    + (differences ? "" : ", all kept"));
  return { lines, differences };
}
