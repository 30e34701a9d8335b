/**
 * Measures with the heart monitor's own code. Run by pulse.py. Reads lists of frames as JSON from standard input; writes
 * the errors of made-up fingertips and, of each list, every reading that measurements begun every five seconds show.
 */

import { createRequire } from "node:module";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";

const ui = new URL("../../ui/", import.meta.url);
const { buildSync } = createRequire(new URL("package.json", ui))("esbuild");
const built = buildSync({
  absWorkingDir: fileURLToPath(ui),
  entryPoints: ["src/features/disguise/measure/synthetic-measurement.ts"],
  bundle: true,
  format: "esm",
  platform: "node",
  write: false,
});
const code = Buffer.from(built.outputFiles[0].contents).toString("base64");
const { claimedMs, errorsAt, levels, measurementOf, worstError } = await import(
  `data:text/javascript;base64,${code}`
);

const STEP_MS = 5_000;

/** What measurements of a record show; those that begin too late to end are left out. */
function readingsOf(frames) {
  const readings = [];
  let begun = 0;
  for (let start = 0; start + 2 * claimedMs <= frames.at(-1).at; start += STEP_MS) {
    begun += 1;
    const shown = measurementOf(frames.filter(({ at }) => at >= start && at <= start + 31_000));
    if (shown !== null) readings.push({ ...shown, from: shown.at - claimedMs });
  }
  return { begun, readings };
}

const records = JSON.parse(await text(process.stdin)).map(readingsOf);
const SEEDS = 125;
const seeds = levels.map(({ motion, least }) => {
  const errors = errorsAt(motion, SEEDS);
  return { motion, least, share: errors.length / SEEDS, worst: Math.max(0, ...errors) };
});
console.log(JSON.stringify({ seeds, records, worstError }));
