/**
 * Audits pages with Lighthouse (mobile) in Debian's Chromium against the real server, and fails below the budget.
 * Each page is audited three times and the median counts, because the machine is noisy. Ends with `N passed, N failed`.
 */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const requireFromUi = createRequire(join(root, "ui/package.json"));
const importFromUi = (name) => import(pathToFileURL(requireFromUi.resolve(name)).href);
const { default: lighthouse } = await importFromUi("lighthouse");
const { chromium } = requireFromUi("playwright-core");

const runs = 3;
const categories = ["performance", "accessibility", "best-practices", "seo"];

/**
 * What is audited, and the least score of each category (of 100).
 * The heart monitor may paint nothing before its first script knows whether a lock is on, and hydrates at once,
 * where public pages wait until the browser is idle: on a first visit both cost it points. Later visits come from the
 * device. It is kept out of search engines on purpose, which one audit of the last category counts as a fault.
 */
const audits = [
  { path: "/", least: leastOf(98), skipped: [] },
  { path: "/app", least: { ...leastOf(98), performance: 90 }, skipped: ["is-crawlable"] },
];

/** The same least score for every category. */
function leastOf(score) {
  return Object.fromEntries(categories.map((name) => [name, score]));
}

const folder = mkdtempSync(join(tmpdir(), "lighthouse-"));
const debuggingPort = 9222 + (process.pid % 1000);

/** Starts the server on a free port and resolves to `{ origin, stop }`. */
function startServer() {
  const target = process.env.CARGO_TARGET_DIR ?? join(root, "target");
  const binary = process.env.SERVER_BINARY ?? join(target, "debug/silent-partner");
  const child = spawn(binary, {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      BIND: "127.0.0.1:0",
      DATABASE_URL: `sqlite://${folder}/data.sqlite`,
      MAIL_URL: `file://${folder}/mail`,
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  return new Promise((resolve, reject) => {
    let text = "";
    child.once("exit", (code) => reject(new Error(`the server ended with ${code}`)));
    child.stdout.on("data", (chunk) => {
      text += chunk;
      const origin = /Listening on (http:\/\/127\.0\.0\.1:\d+)/.exec(text)?.[1];
      if (origin) resolve({ origin, stop: () => child.kill("SIGTERM") });
    });
  });
}

/** One audit; resolves to `{ category: score of 100 }` and the names of audits that lost points. */
async function audit(url, skipped) {
  const result = await lighthouse(url, {
    port: debuggingPort,
    logLevel: "error",
    onlyCategories: categories,
    skipAudits: skipped,
  });
  const { categories: found, audits: details } = result.lhr;
  const scores = Object.fromEntries(
    categories.map((name) => [name, Math.round(found[name].score * 100)]),
  );
  const lost = categories.flatMap((name) =>
    found[name].auditRefs
      .filter((ref) => ref.weight > 0 && (details[ref.id]?.score ?? 1) < 0.9)
      .map((ref) => `${ref.id} (${details[ref.id].displayValue ?? details[ref.id].title})`),
  );
  return { scores, lost };
}

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

const server = await startServer();
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    `--remote-debugging-port=${debuggingPort}`,
  ],
});

let passed = 0;
let failed = 0;
try {
  for (const { path, least, skipped } of audits) {
    const results = [];
    for (let run = 0; run < runs; run += 1)
      results.push(await audit(server.origin + path, skipped));
    for (const category of Object.keys(least)) {
      const score = median(results.map((result) => result.scores[category]));
      const good = score >= least[category];
      if (good) passed += 1;
      else failed += 1;
      console.log(
        `${good ? "ok  " : "FAIL"} ${path} ${category}: ${score} (at least ${least[category]})`,
      );
    }
    const lost = new Set(results.flatMap((result) => result.lost));
    if (lost.size > 0) console.log(`     points lost at ${path}: ${[...lost].join(", ")}`);
  }
} finally {
  await browser.close();
  server.stop();
  rmSync(folder, { recursive: true, force: true });
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
