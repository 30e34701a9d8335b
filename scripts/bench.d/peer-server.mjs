/**
 * A peer of the benchmark: the product's routes in a JavaScript runtime, as the authors of each server write it.
 *
 *   RUNTIME peer-server.mjs SERVER JOB
 *
 * SERVER is `http` (node:http), `fastify`, `bun` (Bun.serve) or `deno` (Deno.serve). JOB is a JSON file, see run.mjs.
 */
import { readFileSync } from "node:fs";
import http from "node:http";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { work } from "./peer-work.mjs";

const arguments_ = globalThis.Deno?.args ?? process.argv.slice(2);
const [kind, jobFile] = arguments_;
const job = JSON.parse(readFileSync(jobFile, "utf8"));
const { gift, buy, landing } = await work(job);
const ready = () => console.log("ready");

/** The route of a request that has no body. */
const read = (target, encodings) =>
  target.startsWith("/gift/") ? gift(target, encodings) : landing();

const servers = {
  http() {
    const send = (response, { status, headers, body }) => {
      response
        .writeHead(status, { ...headers, "content-length": Buffer.byteLength(body) })
        .end(body);
    };
    http
      .createServer((request, response) => {
        if (request.method !== "POST") {
          return send(response, read(request.url, request.headers["accept-encoding"]));
        }
        let body = "";
        request.on("data", (chunk) => {
          body += chunk;
        });
        request.on("end", () => send(response, buy(body)));
      })
      .listen(job.port, "127.0.0.1", ready);
  },
  async fastify() {
    const require = createRequire(fileURLToPath(new URL("../../ui/package.json", import.meta.url)));
    const app = require("fastify")();
    const send = (reply, { status, headers, body }) =>
      reply.code(status).headers(headers).send(body);
    const type = "application/x-www-form-urlencoded";
    app.addContentTypeParser(type, { parseAs: "string" }, (_request, body, done) =>
      done(null, body),
    );
    app.get("/", (_request, reply) => send(reply, landing()));
    app.get("/gift/:code", (request, reply) =>
      send(reply, gift(request.url, request.headers["accept-encoding"])),
    );
    app.post("/buy", (request, reply) => send(reply, buy(request.body)));
    await app.listen({ port: job.port, host: "127.0.0.1" });
    ready();
  },
  bun() {
    globalThis.Bun.serve({ port: job.port, hostname: "127.0.0.1", fetch: answer });
    ready();
  },
  deno() {
    globalThis.Deno.serve({ port: job.port, hostname: "127.0.0.1", onListen: ready }, answer);
  },
};

/** The handler of runtimes that speak in `Request` and `Response`. */
async function answer(request) {
  const { pathname } = new URL(request.url);
  const { status, headers, body } =
    request.method === "POST"
      ? buy(await request.text())
      : read(pathname, request.headers.get("accept-encoding"));
  return new Response(body, { status, headers });
}

await servers[kind]();
