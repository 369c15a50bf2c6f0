// How fast ink.wasm starts and draws. The same in Node and in a browser.
import { InkBoard, InkModule, INKS } from "./ink-board.js";

const STARTS = 9;
const STROKES = 40;
const FRAMES = 60;
const SAMPLES_A_FRAME = 4;

function median(values) {
  return [...values].sort((a, b) => a - b)[values.length >> 1];
}

function last(values, share) {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length * share)];
}

/// The samples of one frame of a hand's wave: 240 Hz, three frames of 16 ms to a swing.
function samples(stroke, frame) {
  const numbers = new Float64Array(SAMPLES_A_FRAME * 6);
  for (let index = 0; index < SAMPLES_A_FRAME; index += 1) {
    const at = frame * SAMPLES_A_FRAME + index;
    const x = 60 + at * 7.3;
    const y = 80 + (stroke % 10) * 95 + 40 * Math.sin(at / 9 + stroke);
    numbers.set(
      [x, y, stroke * 1000 + at * 4.1667, 1 + 0.4 * Math.sin(at / 20), 0.9, 1.1], index * 6);
  }
  return numbers;
}

async function start(bytes) {
  const times = [performance.now()];
  const compiled = await WebAssembly.compile(bytes);
  times.push(performance.now());
  const module = await InkModule.load(compiled);
  times.push(performance.now());
  const board = new InkBoard(module, { width: 1920, height: 1080 });
  const stroke = board.beginStroke({ ink: "pen", colour: [0, 0, 0], width: 4, time: 0 });
  board.extend(stroke, samples(0, 0), null, 16);
  board.render();
  board.image();
  times.push(performance.now());
  return [1, 2, 3].map((step) => times[step] - times[step - 1]);
}

/// Draws strokes of one ink at 1080p; milliseconds of every frame, and a frame's mean of every stroke:
/// a browser's clock ticks in tenths of a millisecond.
function draw(module, ink, width) {
  const board = new InkBoard(module, { width: 1920, height: 1080 });
  board.render();
  const [frames, means] = [[], []];
  for (let number = 0; number < STROKES; number += 1) {
    const stroke = board.beginStroke({
      ink, colour: [30, 60, 160], width, time: number * 1000,
    });
    for (let frame = 0; frame < FRAMES; frame += 1) {
      const numbers = samples(number, frame);
      const before = performance.now();
      board.extend(stroke, numbers, null, number * 1000 + frame * 16.7);
      board.render();
      frames.push(performance.now() - before);
    }
    board.endStroke(stroke, number * 1000 + 999);
    means.push(frames.slice(-FRAMES).reduce((sum, value) => sum + value) / FRAMES);
  }
  const hash = board.hash();
  board.close();
  return { frames, means, hash };
}

const WIDTHS = { marker: 24, watercolor: 40, crayon: 16, pencil: 6 };

/// - bytes: of ink.wasm. Returns { lines, facts }.
export async function measure(where, bytes) {
  const starts = [];
  for (let count = 0; count < STARTS; count += 1) starts.push(await start(bytes));
  const [compile, instantiate, picture] = [0, 1, 2].map((step) =>
    median(starts.map((times) => times[step])));
  const [best] = starts.map((times) => times.reduce((sum, time) => sum + time)).sort((a, b) => a - b);
  const lines = [`${where}: compile ${compile.toFixed(1)} ms, instantiate `
    + `${instantiate.toFixed(1)} ms, first picture of 1920×1080 ${picture.toFixed(1)} ms `
    + `(medians of ${STARTS}); `
    + `the best start ${best.toFixed(1)} ms in all`];
  const facts = { compile, instantiate, picture, inks: {} };
  const module = await InkModule.load(bytes);
  draw(module, "pen", 4);
  for (const ink of Object.keys(INKS)) {
    const { frames, means, hash } = draw(module, ink, WIDTHS[ink] ?? 4);
    const [best, middle, slow] = [Math.min(...means), median(means), last(frames, 0.99)];
    facts.inks[ink] = { best, middle, slow, hash };
    lines.push(`${where}: ${ink.padEnd(11)} ${(best * 1000).toFixed(0).padStart(5)} µs a frame of `
      + `${SAMPLES_A_FRAME} samples in the best stroke, ${(middle * 1000).toFixed(0)} in the middle `
      + `one, 99 % within ${(slow * 1000).toFixed(0)} µs; ${hash}`);
  }
  return { lines, facts, differences: [] };
}
