/**
 * What every peer does for a request, in any runtime: reads the gift from SQLite, renders the page with React, and puts
 * it into the product's document, with the product's headers.
 */
import { createHash, randomBytes } from "node:crypto";
import { createRequire } from "node:module";
import path from "node:path";
import { gzipSync } from "node:zlib";

const hash = (code) => createHash("sha256").update(code).digest("hex");

const codeOf = (target) => target.slice("/gift/".length);

/** Opens a database with more than a thousand gifts, the job's among them; returns a function from a code to its data or null. */
async function openGifts(job) {
  const gift = JSON.stringify(job.gift.payload.data);
  const file = path.join(job.folder, `peer-${process.pid}.sqlite`);
  const schema = "CREATE TABLE gifts (code TEXT PRIMARY KEY, data TEXT NOT NULL)";
  const insert = "INSERT INTO gifts VALUES (?, ?)";
  const select = "SELECT data FROM gifts WHERE code = ?";
  const { Database } = globalThis.Bun ? await import("bun:sqlite") : await nodeSqlite();
  const database = new Database(file);
  database.exec("PRAGMA journal_mode = WAL");
  database.exec(schema);
  const write = database.prepare(insert);
  for (let number = 0; number < 1000; number += 1) write.run(hash(`code-${number}`), gift);
  for (const target of job.gift.paths) write.run(hash(codeOf(target)), gift);
  const read = database.prepare(select);
  return (asked) => {
    const row = read.get(hash(asked));
    return row ? JSON.parse(row.data) : null;
  };
}

async function nodeSqlite() {
  const { DatabaseSync } = await import("node:sqlite");
  return { Database: DatabaseSync };
}

const text = (value) => JSON.stringify(value).replaceAll("<", "\\u003c");

/** Packs a page; Bun has a faster function of its own. */
const gzip = (page) =>
  globalThis.Bun ? globalThis.Bun.gzipSync(Buffer.from(page)) : gzipSync(page);

/**
 * Resolves to the handlers `gift(path, encodings)`, `buy(body)` and `landing()`, each of which returns
 * `{ status, headers, body }`.
 */
export async function work(job) {
  // React's renderer for Node asks for a few of its modules.
  globalThis.require = createRequire(import.meta.url);
  const { render } = await import(job.bundle);
  const find = await openGifts(job);
  const compressed = Buffer.from(job.landing.body, "base64");
  const pageOf = (page, changes) => {
    const payload = { ...page.payload, ...changes };
    const html = render(JSON.stringify(payload));
    return page.before + html + page.between + text(payload) + page.after;
  };
  return {
    gift(target, encodings) {
      const data = find(codeOf(target));
      if (data === null) return { status: 404, headers: job.gift.headers, body: "" };
      const page = pageOf(job.gift, { path: target, data });
      const isPacked = (encodings ?? "").includes("gzip");
      const { headers } = isPacked ? job.packedGift : job.gift;
      // The product gives every visitor without a cookie one of 256 bits.
      const cookie = `id=${randomBytes(32).toString("base64url")}; HttpOnly; SameSite=Lax; Path=/; Max-Age=3600`;
      return {
        status: job.gift.status,
        headers: { ...headers, "set-cookie": cookie },
        body: isPacked ? gzip(page) : page,
      };
    },
    buy(body) {
      const email = new URLSearchParams(body).get("email") ?? "";
      if (/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(email)) return { status: 303, headers: {}, body: "" };
      const page = pageOf(job.refused, { data: { ...job.refused.payload.data, email } });
      return { status: job.refused.status, headers: job.refused.headers, body: page };
    },
    landing: () => ({
      status: 200,
      headers: job.landing.headers,
      body: job.rendersLanding ? render(job.payload) : compressed,
    }),
  };
}
