// Draws the corpus of Tests/InkCorpus with ink.wasm and compares every picture's hash with the one
// that native code made. The same in Node and in a browser.
import { InkBoard, InkModule } from "./ink-board.js";
import { edited } from "./edits.mjs";

/// FNV-1a in 32 bits.
export function hash32(bytes) {
  let hash = 0x811c9dc5;
  for (let index = 0; index < bytes.length; index += 1) {
    hash = Math.imul(hash ^ bytes[index], 0x01000193);
  }
  return hash >>> 0;
}

function equal(left, right) {
  if (left.length !== right.length) return false;
  for (let index = 0; index < left.length; index += 1) {
    if (left[index] !== right[index]) return false;
  }
  return true;
}

/// Draws one session; null, or what is different.
function drawn(module, session, stream, picture) {
  const { seed, width, height, scale, offsetX, offsetY } = session;
  const board = InkBoard.begin(module, stream, { width, height, scale, offsetX, offsetY });
  try {
    board.provide(picture.hash, picture);
    let count = 0;
    for (const [events, expected] of session.checks) {
      for (; count < events; count += 1) {
        if (!board.applyNext()) return `seed ${seed}: ends after ${count} of ${events} events`;
      }
      board.render();
      const hash = board.hash();
      if (hash !== expected) {
        return `seed ${seed}, event ${events}: the picture is ${hash}, natively ${expected}`;
      }
    }
    if (board.applyNext()) return `seed ${seed}: more events than natively`;
    const shown = hash32(board.pixels());
    if (shown !== session.shown) return `seed ${seed}: the copy for the page differs at the end`;
    if (!equal(board.log(), stream)) return `seed ${seed}: the log is not the stream`;
    return null;
  } finally {
    board.close();
  }
}

/// - source: what InkModule.load takes; index, edits: sessions.json and edits.json as objects;
///   bytes: sessions.bin.
/// Returns { sessions, pictures, differences: [words], memory, left }.
export async function compare(source, index, bytes, edits) {
  const module = await InkModule.load(source);
  const picture = {
    hash: Uint8Array.from(index.picture.hash),
    width: index.picture.width,
    height: index.picture.height,
    data: Uint8ClampedArray.from(index.picture.data),
  };
  const differences = [];
  if (module.engine !== index.engine) {
    differences.push(`the ink engine is ${module.engine}, natively ${index.engine}`);
  }
  let pictures = 0;
  let settled = 0;
  for (const [number, session] of index.sessions.entries()) {
    // What Swift makes once, and the room for input, stay.
    if (number === index.sessions.length >> 1) settled = module.memory.used;
    const stream = bytes.subarray(session.start, session.start + session.length);
    const difference = drawn(module, session, stream, picture);
    if (difference) differences.push(difference);
    pictures += session.checks.length;
  }
  for (const session of edits) {
    const difference = edited(module, session);
    if (difference) differences.push(difference);
    pictures += session.acts.length;
  }
  const { used, size } = module.memory;
  const left = used - settled;
  if (left > 4096) differences.push(`${left} bytes are still in use after all boards were closed`);
  return { sessions: index.sessions.length + edits.length, pictures, differences, memory: size, left };
}

/// { lines for people, the first differences among them; differences }.
export function report(where, result, milliseconds) {
  const lines = result.differences.slice(0, 10).map((words) => `${where}: ${words}`);
  const wrong = result.differences.length;
  lines.push(`${where}: ${result.sessions} sessions, ${result.pictures} pictures in `
    + `${(milliseconds / 1000).toFixed(1)} s, ${(result.memory / 2 ** 20).toFixed(1)} MiB: `
    + (wrong === 0 ? "all equal to native code" : `${wrong} sessions differ`));
  return { lines, differences: wrong };
}
