// Runs a check in Node: node --expose-gc node.mjs FOLDER loader|parity|measure|soak [STROKES].
//
// FOLDER holds ink.wasm, the modules of Web/ and of this folder, and for parity the corpus.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [folder, check, argument] = process.argv.slice(2);
const where = `Node ${process.versions.node}`;
const bytes = readFileSync(`${folder}/ink.wasm`);
const module = await import(pathToFileURL(`${folder}/${check}.mjs`));

function read(name) {
  return JSON.parse(readFileSync(`${folder}/${name}`, "utf8"));
}

const checks = {
  async parity() {
    const started = performance.now();
    const result = await module.compare(
      bytes, read("sessions.json"), readFileSync(`${folder}/sessions.bin`), read("edits.json"));
    return module.report(where, result, performance.now() - started);
  },
  loader: () => module.loader(where, bytes),
  measure: () => module.measure(where, bytes),
  soak: () => module.soak({
    source: bytes, strokes: Number(argument ?? 400), longest: 20, where, log: () => {},
    frame: (board) => board.render(),
    heapSize: () => {
      globalThis.gc();
      return process.memoryUsage().heapUsed;
    },
  }),
};
const { lines, differences } = await checks[check]();
for (const line of lines) console.log(line);
process.exitCode = differences === 0 ? 0 : 1;
