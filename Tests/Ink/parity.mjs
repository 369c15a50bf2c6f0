// Draws the corpus of Tests/InkCorpus with ink.wasm and compares every picture's hash with the one
// that native code made. The same in Node and in a browser.
import { InkBoard, InkModule } from "./ink-board.js";

/// FNV-1a in 32 bits.
function hash32(bytes) {
  let hash = 0x811c9dc5;
  for (let index = 0; index < bytes.length; index += 1) {
    hash = Math.imul(hash ^ bytes[index], 0x01000193);
  }
  return hash >>> 0;
}

/// Draws one session; null, or what is different.
function drawn(module, session, stream, picture) {
  const { seed, width, height, scale, offsetX, offsetY } = session;
  const board = new InkBoard(module, {
    width, height, scale, offsetX, offsetY, stream, holdEvents: true,
  });
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
    return null;
  } finally {
    board.close();
  }
}

/// - source: what InkModule.load takes; index: sessions.json as an object; bytes: sessions.bin.
/// Returns { sessions, pictures, differences: [words], memory, left }.
export async function compare(source, index, bytes) {
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
  const before = module.memory.used;
  let pictures = 0;
  for (const session of index.sessions) {
    const stream = bytes.subarray(session.start, session.start + session.length);
    const difference = drawn(module, session, stream, picture);
    if (difference) differences.push(difference);
    pictures += session.checks.length;
  }
  const { used, size } = module.memory;
  // The room for input stays, and what Swift makes once.
  const left = used - before;
  if (left > 100_000) differences.push(`${left} bytes are still in use after all boards were closed`);
  return { sessions: index.sessions.length, pictures, differences, memory: size, left };
}

/// One line for people; the first differences.
export function report(where, result, milliseconds) {
  const lines = result.differences.slice(0, 10).map((words) => `${where}: ${words}`);
  const wrong = result.differences.length;
  lines.push(`${where}: ${result.sessions} sessions, ${result.pictures} pictures in `
    + `${(milliseconds / 1000).toFixed(1)} s, ${(result.memory / 2 ** 20).toFixed(1)} MiB: `
    + (wrong === 0 ? "all equal to native code" : `${wrong} sessions differ`));
  return lines;
}
