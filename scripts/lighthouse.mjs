/**
 * Audits pages with Lighthouse (mobile) in Debian's Chromium against the real server, and fails below the budget. Ends with
 * `N passed, N failed`.
 *
 *   node scripts/lighthouse.mjs            once each, whatever else this machine does
 *   node scripts/lighthouse.mjs --score    several times each, the median, as on a middling phone; needs a quiet machine
 *
 * Lighthouse takes the time between the beginning and the end of a task for work, and multiplies it for a slow phone, with what
 * other programs did meanwhile. So the first form leaves that to a measure of its own: the processor time of the page's main
 * thread, as a ratio to that of a plain page. Of Lighthouse's measures it has those that the simulated line decides.
 */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const requireFromUi = createRequire(join(root, "ui/package.json"));
const importFromUi = (name) => import(pathToFileURL(requireFromUi.resolve(name)).href);
const { default: lighthouse } = await importFromUi("lighthouse");
const { chromium } = requireFromUi("playwright-core");

/** The line of Lighthouse's mobile audit: slow 4G. */
const mobile = { rttMs: 150, throughputKbps: 1_638.4 };

const isScore = process.argv.includes("--score");

const categories = ["performance", "accessibility", "best-practices", "seo"];

/**
 * What is audited, how many times the work of a plain page it may be, and the least score of each category (of 100). How often,
 * and the least performance, are for `--score`.
 * The heart monitor may paint nothing before its first script knows whether a lock is on, and hydrates at once,
 * where public pages wait until the browser is idle: on a first visit both cost it points. Later visits come from the
 * device. It is kept out of search engines on purpose, which one audit of the last category counts as a fault.
 */
const audits = [
  { path: "/", work: 3, runs: 5, least: leastOf(98), skipped: [] },
  {
    path: "/app",
    work: 5,
    runs: 5,
    least: { ...leastOf(98), performance: 95 },
    skipped: ["is-crawlable"],
  },
  { path: "/gift", work: 3, runs: 3, least: leastOf(98), skipped: [] },
  // With the address of a buyer, without which it leads home; it is kept out of search engines too.
  {
    path: "/checkout",
    work: 4,
    runs: 5,
    // 98 and 99 on a quiet machine; the payment provider's script leaves no room for noise above that.
    least: { ...leastOf(98), performance: 95 },
    skipped: ["is-crawlable"],
    before: keepAddress,
  },
];

/** Scores nothing and is tried by the browser tests; Chromium may be too late with it, and without it loses other traces. */
const scoresNothing = ["bf-cache"];

/** What other programs on the machine make worse. */
const slowedByOthers = ["total-blocking-time", "speed-index"];

/** The least performance without these: 97 to 100 was measured with ten programs to each core. */
const leastOnTheLine = 95;

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

/**
 * How much slower than this machine the phone is, by Lighthouse's own measure of its speed. Its default of 4 is meant for
 * a fast desktop, of 1,500 to 2,000; its table gives half of that where a machine has 1,000 to 1,500
 * (https://github.com/GoogleChrome/lighthouse/blob/main/docs/throttling.md#calibrating-the-cpu-slowdown).
 */
const slowdownFor = (benchmarkIndex) => Math.min(4, Math.max(1, benchmarkIndex / (1_750 / 4)));

let speed = Number.POSITIVE_INFINITY;

/**
 * One audit; with `--score` for a phone as fast as a middling one by the speed that the audit before measured. Resolves to
 * `{ category: score of 100 }` and the names of audits that lost points.
 */
async function audit(url, skipped, recordings = 3) {
  const cpuSlowdownMultiplier = isScore ? slowdownFor(speed) : 1;
  const skipAudits = isScore ? skipped : [...skipped, ...slowedByOthers];
  const result = await lighthouse(
    url,
    { port: debuggingPort, logLevel: "error", onlyCategories: categories, skipAudits },
    {
      extends: "lighthouse:default",
      settings: { throttling: { ...mobile, cpuSlowdownMultiplier }, blankPage: blankPageOf(url) },
    },
  );
  speed = result.lhr.environment.benchmarkIndex;
  // A category without a score has an audit that Lighthouse could not make, which says nothing of the page.
  const unmade = Object.values(result.lhr.audits).filter(
    ({ id, errorMessage }) => errorMessage && !scoresNothing.includes(id),
  );
  // Now and then Chromium records no navigation at all: there is no measurement then, and another one is made.
  const isUnrecorded = unmade.some(({ errorMessage }) => errorMessage.includes("NO_NAVSTART"));
  if (isUnrecorded && recordings > 1) return audit(url, skipped, recordings - 1);
  if (unmade.length > 0) {
    const reasons = unmade.map(({ id, errorMessage }) => `${id}: ${errorMessage}`);
    throw new Error(`Lighthouse could not audit ${url}. ${[...new Set(reasons)].join("; ")}`);
  }
  const { categories: found, audits: details } = result.lhr;
  const scores = Object.fromEntries(
    categories.map((name) => [name, Math.round(found[name].score * 100)]),
  );
  const lost = categories.flatMap((name) =>
    found[name].auditRefs
      .filter((ref) => ref.weight > 0 && (details[ref.id]?.score ?? 1) < 0.9)
      .map((ref) => `${ref.id} (${details[ref.id].displayValue ?? details[ref.id].title})`),
  );
  return { scores, lost, work: workOf(result.artifacts.Trace.traceEvents, url) };
}

/**
 * The page that Lighthouse begins to trace on. From `about:blank` Chromium goes on in another process, which may begin to
 * trace after the navigation, and Lighthouse then ends with NO_NAVSTART. A document of the same origin stays in its process;
 * the one for an unknown path has an icon and asks for nothing else.
 */
const blankPageOf = (url) => new URL("/unknown", url).href;

/** Milliseconds of processor time that the main thread needed from the navigation to `url` on. */
function workOf(events, url) {
  // The event has no URL where the document was not known yet; Lighthouse takes the last one too.
  const isOfPage = ({ name, args }) =>
    name === "navigationStart" &&
    (args.data?.documentLoaderURL || url).startsWith(new URL(url).origin);
  const navigation = events.findLast(isOfPage);
  if (navigation === undefined) throw new Error(`The trace of ${url} has no navigation.`);
  const { pid, ts } = navigation;
  const { tid } = events.find(
    (one) => one.pid === pid && one.name === "thread_name" && one.args.name === "CrRendererMain",
  );
  const tasks = events.filter(
    (one) => one.pid === pid && one.tid === tid && one.ts >= ts && /RunTask$/.test(one.name),
  );
  return tasks.reduce((sum, { tdur = 0 }) => sum + tdur, 0) / 1_000;
}

/** A page with a script as big as those of the product, which computes a little. Resolves to `{ origin, stop }`. */
async function servePlainPage() {
  const page =
    "<!doctype html><html lang=en><title>Plain</title><h1>Plain</h1><script src=/a.js defer></script>";
  const script = `// ${"x".repeat(90_000)}
    const all = [];
    for (let at = 0; at < 300_000; at += 1) all.push({ at, text: String(at) });
    document.querySelector("h1").append(all.length);`;
  const server = createServer(({ url }, response) => {
    const isScript = url === "/a.js";
    response.setHeader("content-type", isScript ? "text/javascript" : "text/html");
    response.end(isScript ? script : page);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { origin: `http://127.0.0.1:${server.address().port}/`, stop: () => server.close() };
}

/** Keeps a buyer's address in the profile that is audited; Lighthouse leaves its local storage alone. */
async function keepAddress(origin) {
  const remote = await chromium.connectOverCDP(`http://127.0.0.1:${debuggingPort}`);
  const page = await remote.contexts()[0].newPage();
  await page.goto(`${origin}/redownload`);
  await page.evaluate(() => {
    localStorage.setItem("silentPartnerPurchaseEmail", "ann@example.org");
    localStorage.setItem("silentPartnerPurchaseEmailAt", String(Date.now()));
  });
  await page.close();
  await remote.close();
}

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

/** Prints one line of the result and counts it. */
function tell(isGood, line) {
  if (isGood) passed += 1;
  else failed += 1;
  console.log(`${isGood ? "ok  " : "FAIL"} ${line}`);
}

/** Does the work beside a browser with a profile of its own. */
async function inBrowser(work) {
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
  try {
    await work();
  } finally {
    await browser.close();
  }
}

/** Audits a page, and judges it beside a plain page in the same browser. */
async function judge({ path, runs, least, skipped, before, work }) {
  // It measures the machine's speed, and what the least is that a page's main thread does.
  await before?.(server.origin);
  const reference = await audit(plain.origin, []);
  const results = [];
  for (let run = 0; run < (isScore ? runs : 1); run += 1)
    results.push(await audit(server.origin + path, skipped));
  const wanted = isScore ? least : { ...least, performance: leastOnTheLine };
  for (const category of categories) {
    const score = median(results.map((result) => result.scores[category]));
    const line = `${path} ${category}: ${score} (at least ${wanted[category]})`;
    tell(score >= wanted[category], line);
  }
  const ratio = median(results.map((result) => result.work)) / reference.work;
  const line = `${path} work: ${ratio.toFixed(1)} times that of a plain page (at most ${work})`;
  tell(ratio <= work, line);
  const lost = new Set(results.flatMap((result) => result.lost));
  if (lost.size > 0) console.log(`     points lost at ${path}: ${[...lost].join(", ")}`);
}

const server = await startServer();
const plain = await servePlainPage();
let passed = 0;
let failed = 0;
try {
  // Where one browser audited several pages, some traces had no navigation (NO_NAVSTART).
  for (const page of audits) await inBrowser(() => judge(page));
} finally {
  server.stop();
  plain.stop();
  rmSync(folder, { recursive: true, force: true });
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
