/**
 * A peer of the benchmark: renders one page to bytes in Node, Bun or Deno, without a server.
 *
 *   node node-engine.mjs BUNDLE JOB        prints microseconds of a render: median and least of the second half
 *   node node-engine.mjs BUNDLE JOB#html   prints the HTML
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import vm from "node:vm";

const [bundle, address] = process.argv.slice(2);
const [file, wanted] = address.split("#");
const job = JSON.parse(readFileSync(file, "utf8"));
// The renderer for Node asks for a few of its modules.
globalThis.require = createRequire(import.meta.url);
vm.runInThisContext(readFileSync(bundle, "utf8"), { filename: "server.js" });
const { render } = globalThis.SSR;

if (wanted === "html") {
  console.log(render(job.payload));
} else {
  const times = [];
  for (let number = 0; number < job.renders; number += 1) {
    const payload = job.payload.replaceAll("{n}", String(number));
    const began = process.hrtime.bigint();
    // A server sends bytes, and a text that nobody reads may still be in pieces.
    Buffer.from(render(payload));
    times.push(Number(process.hrtime.bigint() - began) / 1000);
  }
  const half = times.slice(times.length / 2).sort((a, b) => a - b);
  console.log(half[Math.floor(half.length / 2)].toFixed(1), half[0].toFixed(1));
}
