// node node.mjs FOLDER: compares in Node. FOLDER holds ink.wasm, ink-board.js, the corpus and
// parity.mjs.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const folder = process.argv[2];
const { compare, report } = await import(pathToFileURL(`${folder}/parity.mjs`));
const started = performance.now();
const result = await compare(
  readFileSync(`${folder}/ink.wasm`), JSON.parse(readFileSync(`${folder}/sessions.json`, "utf8")),
  readFileSync(`${folder}/sessions.bin`));
for (const line of report(`Node ${process.versions.node}`, result, performance.now() - started)) {
  console.log(line);
}
process.exitCode = result.differences.length === 0 ? 0 : 1;
