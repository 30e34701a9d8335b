/**
 * Scores pages with MDN's HTTP Observatory, behind a TLS front of this script. Its `scan` takes no port and no path, so this script calls
 * its parts in the same order.
 *
 * Arguments: the folder of node_modules, the certificate and its key, and three ports: of the server, for TLS, and for plain HTTP.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { createServer, request } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [folder, certificate, key, ...ports] = process.argv.slice(2);
const [upstream, httpsPort, httpPort] = ports.map(Number);
/**
 * What every page scores. The Observatory would give five points each for a cookie, which no page sets unasked, and for a host on the
 * browsers' preload list, which is the operator's to ask for.
 */
const lowest = 135;
/** Every kind of page; the policy of the last three allows Stripe's script and frames. */
const paths = [
  "/",
  "/app",
  "/settings",
  "/verify",
  "/your-data",
  "/redownload",
  "/payment-success",
  "/gift/aaaaaaaaaaaaaaaaaaaaaaaaaa",
  "/no-such-page",
  "/checkout",
  "/subscribe",
  "/gift",
];

const observatory = join(folder, "node_modules/@mdn/mdn-http-observatory");
// The list of preloaded hosts, which is downloaded otherwise: none of them matters here.
writeFileSync(join(observatory, "conf/hsts-preload.json"), "{}");
const part = (path) => import(pathToFileURL(join(observatory, "src", path)));
const { retrieve } = await part("retriever/retriever.js");
const { ALL_TESTS } = await part("constants.js");
const { getScoreModifier } = await part("grader/grader.js");
const { MINIMUM_SCORE_FOR_EXTRA_CREDIT } = await part("grader/charts.js");

/** Passes a request on, as a proxy does that ends TLS. */
function pass(incoming, outgoing) {
  const { method, url, headers } = incoming;
  const options = {
    port: upstream,
    method,
    path: url,
    headers: { ...headers, "x-forwarded-for": "127.0.0.1", "x-forwarded-proto": "https" },
  };
  const forwarded = request(options, (answer) => {
    outgoing.writeHead(answer.statusCode, answer.headers);
    answer.pipe(outgoing);
  });
  incoming.pipe(forwarded);
}

function redirect(incoming, outgoing) {
  outgoing.writeHead(301, { location: `https://localhost:${httpsPort}${incoming.url}` });
  outgoing.end();
}

/** The score as the Observatory's `scan` computes it, and what took points from it. */
async function score(path) {
  const found = await retrieve("localhost", { httpPort, httpsPort, path });
  const results = ALL_TESTS.map((test) => test(found));
  const changes = results.map(({ result }) => [result, getScoreModifier(result)]);
  const sum = (kept) => kept.reduce((total, [, change]) => total + change, 100);
  const lost = changes.filter(([, change]) => change < 0);
  const basis = sum(lost);
  return [basis >= MINIMUM_SCORE_FOR_EXTRA_CREDIT ? sum(changes) : basis, lost];
}

const tls = createTlsServer({ cert: readFileSync(certificate), key: readFileSync(key) }, pass);
const plain = createServer(redirect);
await new Promise((done) => tls.listen(httpsPort, "localhost", done));
await new Promise((done) => plain.listen(httpPort, "localhost", done));
let failed = 0;
for (const path of paths) {
  const [reached, lost] = await score(path);
  if (reached < lowest) failed += 1;
  const why = lost.length === 0 ? "" : ` (${lost.map(([result]) => result).join(", ")})`;
  console.log(
    `${reached < lowest ? "FAIL" : "ok  "} ${path} scores ${reached}, at least ${lowest}${why}`,
  );
}
console.log(`${paths.length - failed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
