// Plays the acts of a hand that Tests/InkCorpus/EditedSession wrote, through InkBoard.
import { InkBoard } from "./ink-board.js";
import { hash32 } from "./parity.mjs";

function colour(rgba) {
  return [rgba >>> 24, (rgba >>> 16) & 255, (rgba >>> 8) & 255, rgba & 255];
}

/// What each act does and answers, as a number.
const ACTS = {
  begin: (board, [ink, rgba, width, channels, time]) =>
    board.beginStroke({ ink, colour: colour(rgba), width, channels, time }),
  extend: (board, [stroke, samples, predicted, time]) => {
    board.extend(stroke, Float64Array.from(samples), Float64Array.from(predicted), time);
    return 0;
  },
  end: (board, [stroke, time]) => Number(board.endStroke(stroke, time)),
  cancel: (board, [stroke, time]) => {
    board.cancelStroke(stroke, time);
    return 0;
  },
  undo: (board, [time]) => Number(board.undo(time)),
  redo: (board, [time]) => Number(board.redo(time)),
  clear: (board, [time]) => Number(board.clear(time)),
  erase: (board, [isVector, width, paths, isCancelled, time]) => {
    board.beginErasing({ shape: isVector ? "vector" : "bitmap", width });
    let touched = 0;
    for (const path of paths) touched += board.erase(Float64Array.from(path), time);
    if (isCancelled) board.cancelErasing(time);
    else board.endErasing();
    return touched;
  },
  ruler: (board, [isLaid, x, y, direction, time]) => {
    board.setRuler(isLaid ? { x, y, direction, breadth: 30, reach: 12 } : null, time);
    return 0;
  },
  select: (board, [path, what, [a, b, c, d, tx, ty], rgba, time]) => {
    const chosen = board.lasso(Float64Array.from(path));
    const map = { a, b, c, d, tx, ty };
    if (what === 0) board.move(chosen, map, time);
    else if (what === 1) board.duplicate(chosen, map, time);
    else if (what === 2) board.restyle(chosen, { colour: colour(rgba), ink: "crayon" }, time);
    else if (what === 3) board.delete(chosen, time);
    else board.preview(chosen, map);
    return chosen.length / 2;
  },
};

/// Draws one hand; null, or what is different.
export function edited(module, session) {
  const { seed, width, height, scale, offsetX, offsetY } = session;
  const board = new InkBoard(module, {
    width, height, scale, offsetX, offsetY, boardWidth: 180, boardHeight: 140,
  });
  try {
    for (const [number, [name, values, expected, hash]] of session.acts.entries()) {
      const answer = ACTS[name](board, values);
      const act = `hand ${seed}, act ${number + 1} (${name})`;
      if (answer !== expected) return `${act}: answers ${answer}, natively ${expected}`;
      board.render();
      const drawn = BigInt(`0x${board.hash()}`).toString();
      if (drawn !== hash) return `${act}: the picture is ${drawn}, natively ${hash}`;
      if (name === "select" && values[1] === 4) board.preview(null, null);
    }
    if (hash32(board.log()) !== session.log) return `hand ${seed}: the log differs at the end`;
    return null;
  } finally {
    board.close();
  }
}
