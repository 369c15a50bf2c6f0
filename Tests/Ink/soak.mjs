// A hand that draws for a long time through InkBoard: 240 samples a second, all inks, predicted
// points, erasers of both kinds, the lasso, undo and redo, clear. Memory is looked at on the way.
import { InkBoard, InkModule, INKS } from "./ink-board.js";

const RATE = 240;
const FRAME_RATE = 60;
const SAMPLES_A_FRAME = RATE / FRAME_RATE;
const [WIDTH, HEIGHT] = [1920, 1080];
const KINDS = Object.keys(INKS);

/// Mulberry32: equal seeds give equal hands.
function chance(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 4294967296;
  };
}

class Hand {
  constructor(board, seed, frame, longest) {
    this.board = board;
    this.longest = longest;
    this.random = chance(seed);
    this.frame = frame;
    this.time = 0;
    this.strokes = 0;
    this.samples = 0;
  }

  between(low, high) {
    return low + (high - low) * this.random();
  }

  /// A frame passes; its picture is shown.
  async tick() {
    this.time += 1000 / FRAME_RATE;
    await this.frame(this.board);
  }

  async rest(frames) {
    for (let count = 0; count < frames; count += 1) await this.tick();
  }

  async stroke() {
    const { board } = this;
    const id = board.beginStroke({
      ink: KINDS[this.strokes % KINDS.length], time: this.time, width: this.between(2, 30),
      colour: [this.between(0, 220), this.between(0, 220), this.between(0, 220), 255],
    });
    const [x, y, swing] = [this.between(50, 1500), this.between(100, 980), this.between(5, 80)];
    const frames = Math.floor(this.between(4, this.longest));
    const place = (at) => [
      x + at * 2.1 + swing * Math.sin(at / 15), y + swing * Math.sin(at / 9),
      this.time + (at % SAMPLES_A_FRAME) * 1000 / RATE, 1 + 0.6 * Math.sin(at / 30), at / 200,
      1 + 0.4 * Math.sin(at / 50)];
    for (let frame = 0; frame < frames; frame += 1) {
      const [samples, ahead] = [[], []];
      for (let index = 0; index < SAMPLES_A_FRAME; index += 1) {
        samples.push(...place(frame * SAMPLES_A_FRAME + index));
      }
      for (let index = 0; index < 2; index += 1) {
        ahead.push(...place((frame + 1) * SAMPLES_A_FRAME + index));
      }
      board.extend(id, Float64Array.from(samples), Float64Array.from(ahead), this.time);
      this.samples += SAMPLES_A_FRAME;
      await this.tick();
    }
    if (this.random() < 0.03) board.cancelStroke(id, this.time);
    else board.endStroke(id, this.time);
    this.strokes += 1;
  }

  async erase() {
    const { board } = this;
    board.beginErasing({
      shape: this.random() < 0.5 ? "vector" : "bitmap", width: this.between(10, 50),
    });
    let [x, y] = [this.between(100, 1800), this.between(100, 980)];
    for (let frame = 0; frame < 15; frame += 1) {
      const path = [];
      for (let index = 0; index < SAMPLES_A_FRAME; index += 1) {
        x += this.between(-12, 12);
        y += this.between(-12, 12);
        path.push(x, y);
      }
      board.erase(Float64Array.from(path), this.time);
      await this.tick();
    }
    board.endErasing();
  }

  async drag() {
    const { board } = this;
    const [x, y] = [this.between(0, 1300), this.between(0, 600)];
    const chosen = board.lasso(Float64Array.of(x, y, x + 500, y, x + 500, y + 400, x, y + 400));
    if (chosen.length === 0) return;
    for (let frame = 0; frame < 10; frame += 1) {
      board.preview(chosen, { tx: frame * 3, ty: frame });
      await this.tick();
    }
    board.move(chosen, { tx: 30, ty: 10 }, this.time);
    if (this.random() < 0.3) board.restyle(chosen, { colour: [20, 90, 200] }, this.time);
    await this.tick();
  }

  /// Something that a hand does.
  async step() {
    const what = this.random();
    if (what < 0.80) await this.stroke();
    else if (what < 0.86) await this.erase();
    else if (what < 0.89) await this.drag();
    else if (what < 0.94) for (let count = 0; count < 3; count += 1) this.board.undo(this.time);
    else if (what < 0.96) this.board.redo(this.time);
    else if (what < 0.972) this.board.clear(this.time);
    await this.rest(4);
  }
}

/// - source: what InkModule.load takes;
/// - strokes or minutes (of the hand's time): how long one session is;
/// - longest: frames of a stroke (90, which is a second and a half);
/// - frame(board): shows a frame, and waits for it if it likes;
/// - heapSize(): bytes of JavaScript's heap after a collection;
/// - log(line): what is told on the way.
/// Returns { lines, differences }.
export async function soak({ source, strokes, minutes, longest = 90, frame, heapSize, log, where }) {
  const module = await InkModule.load(source);
  const lines = [];
  let faults = 0;
  const fault = (words) => {
    lines.push(`${where}: soak: ${words}`);
    faults += 1;
  };

  // One long session. What it keeps is ink: everything can be undone, so everything stays.
  const board = new InkBoard(module, { width: WIDTH, height: HEIGHT });
  const hand = new Hand(board, 1, frame, longest);
  const rows = [];
  const look = () => {
    const row = {
      minutes: hand.time / 60_000, strokes: hand.strokes, samples: hand.samples,
      log: board.logLength, ...module.memory, heap: heapSize(),
    };
    rows.push(row);
    log(`${where}: ${row.minutes.toFixed(1)} min, ${row.strokes} strokes, ${row.samples} samples, `
      + `log ${kib(row.log)}, in use ${kib(row.used)}, memory ${kib(row.size)}, `
      + `JavaScript ${kib(row.heap)}`);
  };
  const isDone = (share) => minutes
    ? hand.time >= minutes * 60_000 * share : hand.strokes >= strokes * share;
  const looks = 10;
  for (let number = 1; number <= looks; number += 1) {
    while (!isDone(number / looks)) await hand.step();
    look();
  }
  const [first, last] = [rows[1], rows.at(-1)];
  const kept = last.log - first.log;
  const grown = last.used - first.used;
  // Kept ink lies in the log (an array with room to grow), in its items and in their places.
  if (grown > 5 * kept + (1 << 20)) {
    fault(`${kib(grown)} more in use for ${kib(kept)} more in the log`);
  }
  // While the log moves to a longer array both are there.
  if (last.size > last.peak * 1.25 + (4 << 20)) {
    fault(`${kib(last.size)} of memory for at most ${kib(last.peak)} in use`);
  }
  if (last.heap - first.heap > 1 << 20) {
    fault(`JavaScript's heap grew from ${kib(first.heap)} to ${kib(last.heap)}`);
  }
  const hash = board.hash();
  const read = InkBoard.openBinary(module, board.log(), { width: WIDTH, height: HEIGHT });
  read.board.render();
  board.render();
  if (read.board.hash() !== board.hash()) fault(`read again, the session ends in another picture`);
  read.board.close();
  board.close();
  lines.push(`${where}: soak: ${last.minutes.toFixed(0)} minutes, ${last.strokes} strokes, `
    + `${last.samples} samples: log ${kib(last.log)}, in use ${kib(first.used)} → `
    + `${kib(last.used)}, memory ${kib(last.size)}, JavaScript ${kib(first.heap)} → `
    + `${kib(last.heap)}; ${hash}`);

  // Board after board: when each is closed nothing is left.
  const rounds = [];
  for (let number = 0; number < 8; number += 1) {
    const fresh = new InkBoard(module, { width: WIDTH, height: HEIGHT });
    const drawing = new Hand(fresh, 7, (shown) => shown.render(), 20);
    while (drawing.strokes < 40) await drawing.step();
    fresh.close();
    rounds.push(module.memory);
  }
  const [early, late] = [rounds[1], rounds.at(-1)];
  if (late.used !== early.used || late.size !== early.size) {
    fault(`board after board: in use ${early.used} → ${late.used} bytes, `
      + `memory ${early.size} → ${late.size}`);
  }
  lines.push(`${where}: soak: 8 boards drawn and closed: in use ${kib(early.used)} → `
    + `${kib(late.used)}, memory ${kib(late.size)}`);
  return { lines, differences: faults };
}

function kib(bytes) {
  return `${Math.round(bytes / 1024)} KiB`;
}
