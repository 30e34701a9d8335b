/** What the arms are told: the product's pages as it sends them, and the scripts that render them. */
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { ask, output } from "./arms.mjs";
import {
  buyGifts,
  compressedLanding,
  dissect,
  imitated,
  requests,
  startProduct,
} from "./product.mjs";

const here = path.dirname(fileURLToPath(import.meta.url));
/** How many gifts there are: more than connections, so that hardly ever two ask for the same one at once. */
const gifts = 64;

/** Buys the gifts whose pages are raced, and reads the pages that peers imitate. */
async function readPages(folder, port) {
  const origin = `http://127.0.0.1:${port}`;
  const server = await startProduct(folder, port);
  const { paths, cookie } = await buyGifts(origin, gifts);
  const asked = requests(paths);
  const page = async (request) => dissect(await ask(origin, request));
  const landing = await compressedLanding(origin);
  const pages = {
    cookie,
    gift: { ...asked.gift, ...(await page(asked.gift)) },
    packedGift: await page(asked.packedGift),
    refused: await page(asked.refused),
    plain: await page({ path: "/" }),
    landing: {
      headers: imitated(landing.headers),
      body: landing.body.toString("base64"),
    },
  };
  await server.stop();
  return pages;
}

const escaped = (value) =>
  value
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");

/** The page of any of the gifts as a template: pieces of text, and the values between them, in the order of the page. */
function template({ before, html, between, after, payload, path: target }) {
  const { recipientEmail, personalMessage } = payload.data.gift;
  const values = { recipientEmail, personalMessage, path: target };
  const carried = JSON.stringify({ ...payload, data: undefined }).slice(0, -1);
  let pieces = [{ text: `${before}${html}${between}${carried},"data":` }];
  for (const [value, text] of Object.entries(values)) {
    pieces = pieces.flatMap((piece) => {
      if (!("text" in piece)) return [piece];
      return piece.text
        .split(escaped(text))
        .flatMap((part, index) => (index === 0 ? [{ text: part }] : [{ value }, { text: part }]));
    });
  }
  return [...pieces, { value: "data" }, { text: `}${after}` }];
}

/** Writes a script that sets `SSR` as a module that exports `render`, which every runtime imports. */
export function moduleOf(folder, name, script) {
  const file = path.join(folder, `${name}.mjs`);
  writeFileSync(file, `${readFileSync(script, "utf8")}\nexport const render = SSR.render;\n`);
  return file;
}

/**
 * Resolves to the product's `pages`, the `scripts` that render (`ours`, and `node` with React's usual router) and the
 * same as `modules`, and `write(name, changes)`, which writes a job and returns its file.
 */
export async function prepare(folder, port) {
  const pages = await readPages(folder, port);
  const scripts = {
    ours: path.join(here, "../../ui/dist/server.js"),
    node: path.join(folder, "node.js"),
  };
  await output("node", [path.join(here, "node-bundle.mjs"), scripts.node]);
  const modules = {
    ours: moduleOf(folder, "ours", scripts.ours),
    node: moduleOf(folder, "routes", scripts.node),
  };
  const { gift, packedGift, refused, landing, plain } = pages;
  const job = {
    port,
    folder,
    gift,
    packedGift,
    refused,
    landing,
    etag: landing.headers.etag,
    pieces: template(gift),
    data: JSON.stringify(gift.payload.data),
    plain: { headers: plain.headers, text: plain.text },
    script: scripts.ours,
    payload: JSON.stringify(plain.payload),
    renders: 1,
  };
  const write = (name, changes) => {
    const file = path.join(folder, `${name}.json`);
    writeFileSync(file, JSON.stringify({ ...job, ...changes }));
    return file;
  };
  return { pages, scripts, modules, write };
}
