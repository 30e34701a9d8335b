/** The benchmark: checks that all arms answer the same HTML, measures them in turns and prints ratios. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { performance } from "node:perf_hooks";
import { fileURLToPath } from "node:url";
import { ask, load, median, output, start } from "./arms.mjs";

const here = path.dirname(fileURLToPath(import.meta.url));
const root = path.join(here, "../..");
const isQuick = process.argv.includes("--quick");
const rounds = isQuick ? 3 : 5;
const seconds = isQuick ? 2 : 5;
const peers = process.env.PEERS;
const product = process.env.SERVER_BINARY;
const folder = mkdtempSync(path.join(os.tmpdir(), "bench-"));
const ports = { product: 3411, peer: 3412 };
const productOrigin = `http://127.0.0.1:${ports.product}`;
const peerOrigin = `http://127.0.0.1:${ports.peer}`;
const rows = [];

/** Adds a line to the result. */
function report(test, what, value, target = "") {
  rows.push({ test, what, value, target });
  console.log(`${test}  ${what}: ${value}${target === "" ? "" : `  (${target})`}`);
}

const startProduct = () =>
  start(product, [], /Listening on/, {
    BIND: `127.0.0.1:${ports.product}`,
    DATABASE_URL: `sqlite://${folder}/data.sqlite`,
    MAIL_URL: `file://${folder}/mail`,
    RENDER_THREADS: "1",
  });

const jobFile = (name, job) => {
  const file = path.join(folder, `${name}.json`);
  writeFileSync(file, JSON.stringify(job));
  return file;
};

/** Takes the landing page apart as the product serves it. */
async function readLanding() {
  const server = await startProduct();
  // The brotli form is made in the background after the start.
  let packed;
  do packed = await ask(productOrigin, { "accept-encoding": "br" });
  while (packed.headers["content-encoding"] !== "br");
  const plain = (await ask(productOrigin)).body.toString();
  await server.stop();
  const [, before, html, after] =
    /^([\s\S]*<div id="root">)([\s\S]*)(<\/div><script type="application\/json"[\s\S]*)$/.exec(
      plain,
    );
  const text = /<script type="application\/json" id="page-data">([\s\S]*?)<\/script>/.exec(
    after,
  )[1];
  const payload = JSON.stringify(JSON.parse(text));
  return { before, html, after, payload, body: packed.body, etag: packed.headers.etag, plain };
}

/** Measures servers in turns; `arms` maps names to `{ launch, url, headers }`. Prints each as a ratio to `base`. */
async function race(test, arms, base, target) {
  const rates = Object.fromEntries(Object.keys(arms).map((name) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, arm] of Object.entries(arms)) {
      const server = await arm.launch();
      await load(arm.url, 1, arm.headers);
      rates[name].push(await load(arm.url, seconds, arm.headers));
      await server.stop();
    }
  }
  for (const name of Object.keys(arms)) {
    const ratio = median(rates[name].map((rate, round) => rate / rates[base][round]));
    const shown = `${ratio.toFixed(2)} x ${base} (${Math.round(median(rates[name]))} requests/s)`;
    report(test, name, shown, target[name] ?? "");
  }
}

const landing = await readLanding();
writeFileSync(path.join(folder, "index.html"), landing.plain);
writeFileSync(path.join(folder, "index.html.br"), landing.body);
const bundles = { ours: path.join(root, "ui/dist/server.js"), node: path.join(folder, "node.js") };
await output("node", [path.join(here, "node-bundle.mjs"), bundles.node]);
const job = (changes = {}) => ({
  port: ports.peer,
  script: bundles.ours,
  payload: landing.payload,
  before: landing.before,
  after: landing.after,
  body: landing.body.toString("base64"),
  etag: landing.etag,
  folder,
  renders: isQuick ? 4000 : 12000,
  ...changes,
});
const landingJob = jobFile("landing", job());
const site = JSON.parse(landing.payload).site;
const checkoutPayload = JSON.stringify({
  page: "checkout",
  path: "/checkout",
  site,
  data: { email: "buyer-{n}@example.org", error: "Please enter a valid email address" },
});
const checkoutJob = jobFile("checkout", job({ payload: checkoutPayload }));

const nodeEngine = (bundle, file) =>
  output("node", [path.join(here, "node-engine.mjs"), bundle, file]);
const nodeServer = (kind, bundle) => ({
  launch: () =>
    start("node", [path.join(here, "node-server.mjs"), kind, bundle, landingJob], /ready/),
  url: peerOrigin,
});
const rustServer = (arm, headers) => ({
  launch: () => start(peers, ["serve", arm, landingJob], /ready/),
  url: arm === "folder" ? `${peerOrigin}/index.html` : peerOrigin,
  headers,
});

console.log(
  `${os.cpus()[0].model}, ${os.cpus().length} cores, Node ${process.versions.node}, ${new Date().toISOString().slice(0, 10)}; ${rounds} rounds of ${seconds} s\n`,
);

// All arms must render the same page before their speed means anything.
for (const [name, file] of [
  ["landing", landingJob],
  ["checkout", checkoutJob],
]) {
  const html = {
    ours: await output(peers, ["html", "ours", file]),
    ssr_rs: await output(peers, ["html", "ssr_rs", file]),
    "node, same script": (await nodeEngine(bundles.ours, `${file}#html`)).trim(),
    "node, all routes": (await nodeEngine(bundles.node, `${file}#html`)).trim(),
  };
  for (const [arm, text] of Object.entries(html)) {
    if (text !== html.ours) throw new Error(`${arm} renders another ${name} page than ours`);
  }
  if (name === "landing" && html.ours !== landing.html)
    throw new Error("the product serves another landing page");
}
report("B1", "same HTML in all arms", "yes");

for (const [name, file] of [
  ["landing", landingJob],
  ["checkout with data", checkoutJob],
]) {
  const arms = {
    ours: () => output(peers, ["engine", "ours", file]),
    ssr_rs: () => output(peers, ["engine", "ssr_rs", file]),
    "node, same script": () => nodeEngine(bundles.ours, file),
    "node, all routes": () => nodeEngine(bundles.node, file),
  };
  const times = Object.fromEntries(Object.keys(arms).map((arm) => [arm, []]));
  for (let round = 0; round < 3; round += 1) {
    for (const [arm, measure] of Object.entries(arms))
      times[arm].push((await measure()).split(" ").map(Number));
  }
  for (const arm of Object.keys(arms)) {
    const ratio = median(times[arm].map(([middle], round) => middle / times.ours[round][0]));
    const middle = median(times[arm].map(([value]) => value));
    const least = Math.min(...times[arm].map(([, value]) => value));
    report(
      "B1",
      `${name}, ${arm}`,
      `${ratio.toFixed(2)} x the time of ours (${middle} us a render, least ${least})`,
    );
  }
}

await race(
  "B2",
  {
    "node:http": nodeServer("http", bundles.node),
    "node:http, same script": nodeServer("http", bundles.ours),
    fastify: nodeServer("fastify", bundles.node),
    "axum with ssr_rs": rustServer("ssr_rs"),
    "ours, uncached": rustServer("ours"),
  },
  "node:http",
  { "ours, uncached": "at least 1.3" },
);

const br = { "accept-encoding": "br" };
const productArm = (headers) => ({ launch: startProduct, url: `${productOrigin}/`, headers });
await race(
  "B3",
  {
    "axum, constant bytes": rustServer("constant", br),
    "tower-http ServeDir": rustServer("folder", br),
    "node:http, constant bytes": nodeServer("constant", bundles.node),
    "ours, landing": productArm(br),
  },
  "axum, constant bytes",
  { "ours, landing": "at least 0.95" },
);

const known = { ...br, "if-none-match": landing.etag };
await race(
  "B5",
  { "axum, constant 304": rustServer("constant", known), "ours, 304": productArm(known) },
  "axum, constant 304",
  {},
);

const starts = [];
for (let round = 0; round < 7; round += 1) {
  const began = performance.now();
  const server = await startProduct();
  await ask(productOrigin);
  starts.push(performance.now() - began);
  await server.stop();
}
report(
  "B6",
  "process start to first 200",
  `${Math.round(median(starts))} ms (most ${Math.round(Math.max(...starts))})`,
  "at most 1000 ms",
);

for (const [arm, renders] of [
  ["ours", isQuick ? 50_000 : 200_000],
  ["ssr_rs", 20_000],
]) {
  const file = jobFile(`leak-${arm}`, job({ payload: checkoutPayload, renders }));
  const [early, late] = (await output(peers, ["leak", arm, file])).split(" ").map(Number);
  const bytes = Math.round(((late - early) * 1024) / (renders * 0.9));
  const target = arm === "ours" ? "at most 1.10" : "";
  report(
    "B8",
    `${arm}, memory after ${renders} renders`,
    `${(late / early).toFixed(2)} x that after ${renders / 10} (${Math.round(late / 1024)} MiB, ${bytes} bytes a render)`,
    target,
  );
}

rmSync(folder, { recursive: true, force: true });
console.log("\n| test | what | result | to reach |\n|---|---|---|---|");
for (const row of rows) console.log(`| ${row.test} | ${row.what} | ${row.value} | ${row.target} |`);
