/**
 * A peer of the benchmark: Node answers every request with a fresh render of one page.
 *
 *   node node-server.mjs SERVER BUNDLE JOB
 *
 * SERVER is `http` (node:http), `fastify` or `constant` (node:http with the bytes made once).
 * BUNDLE is a script that sets `SSR.render`. JOB is a JSON file `{ port, payload, before, after }`:
 * what to render, and the document around it.
 */

import { readFileSync } from "node:fs";
import http from "node:http";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import vm from "node:vm";

const [kind, bundle, jobFile] = process.argv.slice(2);
const job = JSON.parse(readFileSync(jobFile, "utf8"));
// The renderer for Node asks for a few of its modules.
globalThis.require = createRequire(import.meta.url);
vm.runInThisContext(readFileSync(bundle, "utf8"), { filename: "server.js" });
const render = () => job.before + globalThis.SSR.render(job.payload) + job.after;
const headers = { "content-type": "text/html; charset=utf-8" };

function ready() {
  console.log("ready");
}

if (kind === "fastify") {
  const require = createRequire(fileURLToPath(new URL("../../ui/package.json", import.meta.url)));
  const app = require("fastify")();
  app.get("/", (_request, reply) => reply.headers(headers).send(render()));
  await app.listen({ port: job.port, host: "127.0.0.1" });
  ready();
} else {
  const constant = kind === "constant" ? Buffer.from(job.body, "base64") : null;
  const answer =
    constant === null
      ? (_request, response) => response.writeHead(200, headers).end(render())
      : (_request, response) =>
          response.writeHead(200, { ...headers, "content-encoding": "br" }).end(constant);
  http.createServer(answer).listen(job.port, "127.0.0.1", ready);
}
