/**
 * Measures what each page and the service worker cost on the wire and fails when it is more than planned: brotli for what
 * is compressed once, gzip as `server/src/content/on_request.rs` writes it for pages that are rendered for a person.
 * Reads `ui/dist`; the HTML comes from the server bundle, in a context as bare as the server's.
 */
import { readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import vm from "node:vm";
import zlib from "node:zlib";

const dist = fileURLToPath(new URL("../ui/dist", import.meta.url));
const { pages } = JSON.parse(readFileSync(path.join(dist, "pages.json"), "utf8"));

/** What the head and the body's frame around the render weigh at most; the server writes them. */
const frameAllowance = 1500;

/**
 * Bytes on the wire for each part: `html` is the document with its inlined style, `eager` the script that comes first,
 * `code` everything that hydrates the page, late chunks and the payment provider's script left out. `files` is how many
 * scripts these are: on a slow line each costs a request. `all` is what a page weighs before it is usable.
 */
const publicBudget = { html: 14_000, eager: 5_000, code: 88_700, files: 6, all: 130_000 };
const paymentBudget = { ...publicBudget, code: 91_500 };
const appBudget = { html: 14_000, eager: 3_000, code: 116_800, files: 6, all: 134_600 };
const payment = ["checkout"];

/**
 * What pages may weigh beyond the app's shell: the list of settings, and what checks them with a list of common words; the voice
 * screen's tools; the heart monitor's other views; and the steps after the installation.
 */
const extras = { settings: 5_950, voice: 3_500, "heart-monitor": 4_500, "post-download": 2_500 };
const workerBudget = 10_000;
/** The files that the service worker caches when the app is opened first. Each takes a request and some 14 ms of a processor. */
const cachedFilesBudget = 100;
/** What comes before the largest paint of the landing page, for its 0.6 s on a line of 400 kbit/s whose answers take 400 ms. */
const firstScreenBudget = 6_000;
/** The worker of guardian links opens, shows and answers what is pushed, keeps what it takes to listen, and sends and notes what waits; nobody waits for it on a page. */
const watchWorkerBudget = 13_500;

const gift = { recipientEmail: "recipient@example.org", personalMessage: "Take care of you" };

/** Data with which pages are rendered for a person: the path, and the longest ordinary state. */
const samples = {
  "gift-redeem": ["/gift/abcdefghijklmnopqrstuvwxyz", { name: "available", gift, error: null }],
  "payment-success": ["/payment-success", { name: "verified", email: "buyer@example.org" }],
  "paypal-success": ["/paypal-success", { name: "verified", email: "buyer@example.org" }],
  "download-success": [
    "/download-success",
    {
      name: "gift",
      recipientEmail: "recipient@example.org",
      giftLink: "https://example.org/gift/abcdefghijklmnopqrstuvwxyz",
    },
  ],
  "redownload-confirm": ["/redownload/confirm", { name: "ready", token: "a".repeat(43) }],
  checkout: [
    "/checkout",
    { name: "form", email: "buyer@", error: "Please enter a valid email address" },
  ],
};
/** The most that such a page may weigh. */
const personalBudget = 4_500;

/** The budget of each part of a page. */
function budgetOf(page) {
  if (payment.includes(page)) return paymentBudget;
  if (!isApp(page)) return publicBudget;
  return { ...appBudget, code: appBudget.code + (extras[page] ?? 0) };
}

/** The guardian's page, whose one script runs on its own: the document and its script together. */
const watchBudget = 45_800;

/** Pages of the app do without the eager script of public pages. */
const isApp = (page) => !pages[page].scripts.some((url) => url.startsWith("/assets/public-"));

const site = {
  displayName: "SP Heart Rate Monitor",
  demoPin: "1234",
  supportEmail: "support@example.org",
  supportPhone: "+61 2 5550 0000",
  statementName: "HEART RATE MONITOR",
  testPayments: true,
  verifiesByLink: true,
  stripe: null,
};

/** The hash in the name of a script. It is another one whenever anything that the script imports has changed. */
const hash = /(?<=[/\w]-)[a-z0-9]{8}(?=\.js\b)/g;
/** What a hash takes after the compression, which finds nothing in it. */
const hashBytes = 8;

/** The size of `text` after brotli at its highest level, whatever the hashes in it are. */
function compressed(text) {
  const params = { [zlib.constants.BROTLI_PARAM_QUALITY]: 11 };
  const hashes = new Set(text.match(hash));
  const rest = text.replace(hash, "");
  return zlib.brotliCompressSync(Buffer.from(rest), { params }).length + hashes.size * hashBytes;
}

const readAsset = (url) => readFileSync(path.join(dist, url), "utf8");

/** The modules that `url` imports at once, itself first. */
function closure(url, seen = new Set()) {
  if (seen.has(url)) return seen;
  seen.add(url);
  const imports = /(?:^|[;}\s])(?:import|export)\s*(?:[^"'()]*?\bfrom\s*)?["']\.\/([^"']+)["']/g;
  for (const [, name] of readAsset(url).matchAll(imports)) closure(`/assets/${name}`, seen);
  return seen;
}

function render(page, payload) {
  const context = vm.createContext({});
  vm.runInContext(readFileSync(path.join(dist, "server.js"), "utf8"), context);
  context.payload = JSON.stringify({ page, site, data: null, ...payload });
  return vm.runInContext("SSR.render(payload)", context);
}

/** The document as the server writes it, padded by the head that only the server knows: its beginning and the rest. */
function documentOf(page, path, data) {
  const entry = pages[page];
  const fold = '<div data-fold="true"></div>';
  const body = render(page, { path, data }).replace(fold, `<style>${entry.belowFold}</style>`);
  const head = `<title>${entry.head.title}</title><meta name="description" content="${entry.head.description}">`;
  const payload = JSON.stringify({ page, path, site, data });
  const json = JSON.stringify(entry.head.jsonLd);
  return {
    beginning: `<!doctype html><html lang="en"><head>${head}<style>${entry.style}</style>${json}</head><body><div id="root">`,
    rest: `${body}</div>${payload}</body></html>`,
  };
}

/** The document of a page that is the same for everybody. */
function prebuilt(page) {
  const path = pages[page].head.canonical ?? `/${page}`;
  const { beginning, rest } = documentOf(page, path, null);
  return beginning + rest;
}

/** The size of a document as far as its second style, before which a browser can paint the first screen. */
function firstScreenSize(page) {
  const [above] = prebuilt(page).split(pages[page].belowFold);
  return compressed(above);
}

/** The size of a page that is rendered for a person: gzip, in which the beginning was deflated once at the best level. */
function personalSize(page) {
  const [path, data] = samples[page];
  const { beginning, rest } = documentOf(page, path, data);
  const flushed = { level: 9, finishFlush: zlib.constants.Z_SYNC_FLUSH };
  const frame = 10 + 8;
  return (
    frame +
    zlib.deflateRawSync(Buffer.from(beginning), flushed).length +
    zlib.deflateRawSync(Buffer.from(rest), { level: 6 }).length
  );
}

const sizes = new Map();

/** The size of a file on the wire, which most pages share. */
function sizeOf(url) {
  if (!sizes.has(url)) sizes.set(url, compressed(readAsset(url)));
  return sizes.get(url);
}

const sum = (urls) => [...urls].reduce((total, url) => total + sizeOf(url), 0);

/** The sizes of a page's parts. */
function measure(page) {
  const entry = pages[page];
  const eager = entry.scripts.filter((url) => url.startsWith("/assets/public-"));
  const atOnce = entry.scripts.filter((url) => !eager.includes(url));
  const code = new Set();
  for (const url of [...atOnce, ...(entry.deferred === null ? [] : [entry.deferred])]) {
    closure(url, code);
  }
  const first = [
    ...eager.flatMap((url) => [...closure(url)]),
    ...(entry.early ? [entry.early] : []),
  ];
  const padding = Math.round(frameAllowance / 4);
  const parts = { html: compressed(prebuilt(page)) + padding, eager: sum(first), code: sum(code) };
  return {
    ...parts,
    files: first.length + code.size,
    all: parts.html + parts.eager + parts.code,
  };
}

let failed = 0;

/** Prints one size and counts it when it is over its budget. */
function judge(page, part, bytes, budget) {
  const isOver = bytes > budget;
  if (isOver) failed += 1;
  const row = [page.padEnd(20), part.padEnd(9), `${bytes}`.padEnd(10), `of ${budget}`.padEnd(12)];
  process.stdout.write(`${row.join("")}${isOver ? "OVER" : "ok"}\n`);
}

const { html, code } = measure("watch");
judge("watch", "all", html + code, watchBudget);
for (const page of Object.keys(pages)) {
  if (page === "watch") continue;
  for (const [part, bytes] of Object.entries(measure(page))) {
    judge(page, part, bytes, budgetOf(page)[part]);
  }
}
for (const page of Object.keys(pages).filter((name) => pages[name].belowFold !== null)) {
  judge(page, "first", firstScreenSize(page) + Math.round(frameAllowance / 4), firstScreenBudget);
}
for (const page of Object.keys(samples)) {
  const bytes = personalSize(page) + Math.round(frameAllowance / 4);
  judge(page, "personal", bytes, personalBudget);
}
const worker = readFileSync(path.join(dist, "public/sw.js"), "utf8");
judge("service worker", "code", compressed(worker), workerBudget);
const cachedFiles = [...worker.matchAll(/\{url:["'`]/g)].length;
if (cachedFiles === 0) throw new Error("the list of files is not found in the service worker");
judge("service worker", "files", cachedFiles, cachedFilesBudget);
const watchWorker = readFileSync(path.join(dist, "public/watch-worker.js"), "utf8");
judge("watch worker", "code", compressed(watchWorker), watchWorkerBudget);
process.exitCode = failed === 0 ? 0 : 1;
