/**
 * Measures what each public page costs on the wire (brotli) and fails when it is more than planned.
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
 * Bytes on the wire for each part: `html` is the document with its inlined style, `shell` everything
 * that an app page loads at once.
 */
const budgets = {
  landing: { path: "/", html: 14_000, eager: 5_000, deferred: 95_000 },
  checkout: { path: "/checkout", html: 14_000, eager: 5_000, deferred: 115_000 },
  "not-found": { path: "/no-such-page", html: 14_000, eager: 5_000, deferred: 95_000 },
  "heart-monitor": { path: "/app", html: 18_000, shell: 135_000 },
  settings: { path: "/settings", html: 18_000, shell: 150_000 },
  voice: { path: "/voice", html: 18_000, shell: 155_000 },
};

/** The service worker, in bytes on the wire. */
const workerBudget = 10_000;

const site = {
  displayName: "SP Heart Rate Monitor",
  demoPin: "1234",
  supportEmail: "support@example.org",
  supportPhone: "+61 2 5550 0000",
  testPayments: true,
};

/** The size of `text` after brotli at its highest level. */
function compressed(text) {
  const params = { [zlib.constants.BROTLI_PARAM_QUALITY]: 11 };
  return zlib.brotliCompressSync(Buffer.from(text), { params }).length;
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

/** The document as the server writes it, padded by the head that only the server knows. */
function documentOf(page, entry, budget) {
  const body = render(page, { path: budget.path });
  const head = `<title>${entry.head.title}</title><meta name="description" content="${entry.head.description}">`;
  const data = JSON.stringify({ page, path: budget.path, site, data: null });
  const json = JSON.stringify(entry.head.jsonLd);
  return `<!doctype html><html lang="en"><head>${head}<style>${entry.style}</style>${json}</head><body><div id="root">${body}</div>${data}</body></html>`;
}

const sum = (urls) => [...urls].reduce((total, url) => total + compressed(readAsset(url)), 0);

let failed = 0;
for (const [page, budget] of Object.entries(budgets)) {
  const entry = pages[page];
  const measured = {
    html: compressed(documentOf(page, entry, budget)) + Math.round(frameAllowance / 4),
    eager: sum(entry.scripts),
    shell: sum(new Set(entry.scripts.flatMap((script) => [...closure(script)]))),
    deferred: entry.deferred === null ? 0 : sum(closure(entry.deferred)),
  };
  for (const [part, bytes] of Object.entries(measured)) {
    if (budget[part] === undefined) continue;
    const isOver = bytes > budget[part];
    if (isOver) failed += 1;
    const row = [page, part, `${bytes}`, `of ${budget[part]}`, isOver ? "OVER" : "ok"];
    process.stdout.write(`${row.map((cell) => cell.padEnd(12)).join("")}\n`);
  }
}
const worker = compressed(readAsset("public/sw.js"));
const isWorkerOver = worker > workerBudget;
if (isWorkerOver) failed += 1;
process.stdout.write(
  `sw.js                   ${worker} of ${workerBudget} ${isWorkerOver ? "OVER" : "ok"}\n`,
);
process.exitCode = failed === 0 ? 0 : 1;
