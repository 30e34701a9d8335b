/** The product as an arm of the benchmark: its start, gifts that can be read, and its responses as peers imitate them. */
import { gunzipSync } from "node:zlib";
import { ask, serverCore, start } from "./arms.mjs";

const form = { "content-type": "application/x-www-form-urlencoded" };
const json = { "content-type": "application/json" };

/** Starts the server in `folder`, without limits, since all load comes from one address. */
export function startProduct(folder, port, { cores = serverCore, ...settings } = {}) {
  const environment = {
    BIND: `127.0.0.1:${port}`,
    DATABASE_URL: `sqlite://${folder}/data.sqlite`,
    MAIL_URL: `file://${folder}/mail`,
    SERVER_SECRET: "0123456789abcdef0123456789abcdef",
    BEGIN_ANEW: "true",
    RATE_LIMITS: "off",
    RENDER_THREADS: "1",
    ...settings,
  };
  return start(process.env.SERVER_BINARY, [], /Listening on/, environment, cores);
}

/** Orders something and pays for it; returns the cookie of the device and the query with which it returns from paying. */
async function pay(origin, path, details) {
  const body = JSON.stringify(details);
  const order = await ask(origin, { path, method: "POST", headers: json, body });
  const cookie = order.headers["set-cookie"].map((value) => value.split(";")[0]).join("; ");
  const { clientSecret } = JSON.parse(order.body);
  const [intent] = clientSecret.split("_secret_");
  const card = { "payment_method_data[card][number]": "4242424242424242" };
  const payment = new URLSearchParams({
    key: "pk_test_sandbox",
    client_secret: clientSecret,
    ...card,
  });
  const confirm = `/_sandbox/stripe/v1/payment_intents/${intent}/confirm`;
  await ask(origin, { path: confirm, method: "POST", headers: form, body: payment.toString() });
  const back = { payment_intent: intent, payment_intent_client_secret: clientSecret };
  return { cookie, back: new URLSearchParams(back) };
}

/** Buys a gift; returns the path of its page and the cookie of the buyer's device. */
async function buyGift(origin) {
  const { cookie, back } = await pay(origin, "/api/create-gift-payment-intent", {
    buyerEmail: "ann@example.com",
    recipientEmail: "bob@example.com",
    // Askama and React escape differently, so nothing here needs it.
    personalMessage: "For you, with love. Keep it where only you look.",
  });
  const returned = { path: `/download-success?gift=true&${back}`, headers: { cookie } };
  const page = await ask(origin, returned);
  const { giftLink } = JSON.parse(pageData(page.body.toString())).data;
  return { path: new URL(giftLink).pathname, cookie };
}

/** Buys gifts with the same texts. Returns the `paths` of their pages, and the `cookie` of a device that bought one. */
export async function buyGifts(origin, count) {
  const gifts = [];
  while (gifts.length < count) gifts.push(await buyGift(origin));
  return { paths: gifts.map(({ path }) => path), cookie: gifts[0].cookie };
}

/** Buys access; returns the `cookie` of the device, and with `verify` the request with which any other gets it too. */
export async function buyAccess(origin) {
  const email = "cid@example.com";
  const { cookie, back } = await pay(origin, "/api/create-payment-intent", { email });
  await ask(origin, { path: `/payment-success?${back}`, headers: { cookie } });
  const body = JSON.stringify({ email });
  return { cookie, verify: { path: "/api/verify-purchase", method: "POST", headers: json, body } };
}

/** The requests that are raced. `paths` are those of gifts' pages, which are asked for in turn. */
export function requests(paths) {
  const gift = { path: paths[0], paths };
  const br = { "accept-encoding": "br" };
  return {
    gift,
    // What browsers send.
    packedGift: { ...gift, headers: { "accept-encoding": "gzip, deflate, br, zstd" } },
    refused: { path: "/buy", method: "POST", headers: form, body: "from=checkout&email=nonsense" },
    unverified: { path: "/verify", method: "POST", headers: form, body: "email=nonsense" },
    // Each of a new device.
    payment: {
      path: "/api/create-payment-intent",
      method: "POST",
      headers: json,
      body: JSON.stringify({ email: "dan@example.com" }),
    },
    landing: { path: "/", headers: br },
    plainLanding: { path: "/" },
    unchanged: (etag) => ({ path: "/", headers: { ...br, "if-none-match": etag } }),
  };
}

/** The JSON that a page carries. */
function pageData(text) {
  return /<script type="application\/json" id="page-data">([\s\S]*?)<\/script>/.exec(text)[1];
}

// What each server writes by itself.
const own = ["connection", "content-length", "date", "keep-alive", "transfer-encoding"];

/** The headers that an arm must send as the product does; the value of the cookie is random. */
export function comparable(headers) {
  const kept = Object.entries(headers).filter(([name]) => !own.includes(name));
  const texts = kept.map(([name, value]) => [
    name,
    name === "set-cookie" ? String(value).replace(/^id=[\w-]{43};/, "id=(random);") : String(value),
  ]);
  return Object.fromEntries(texts.sort());
}

/** The headers of a response that a peer sends with each of its own. */
export function imitated(headers) {
  const kept = Object.entries(headers);
  return Object.fromEntries(kept.filter(([name]) => !own.includes(name) && name !== "set-cookie"));
}

/**
 * Takes a page apart: the document before the rendered HTML, between it and the page data, and after them; what the
 * render receives; and the headers that a peer must send as well.
 */
export function dissect(response) {
  const { status, headers } = response;
  const text = unpacked(response).toString();
  const parts =
    /^([\s\S]*<div id="root">)([\s\S]*)(<\/div>(?:<script type="application\/ld\+json">[^<]*<\/script>)?<script type="application\/json" id="page-data">)([\s\S]*?)(<\/script>[\s\S]*)$/.exec(
      text,
    );
  const [, before, html, between, data, after] = parts;
  const kept = imitated(headers);
  return { status, headers: kept, before, html, between, payload: JSON.parse(data), after, text };
}

/** The body of a response, without gzip. */
export function unpacked({ headers, body }) {
  return headers["content-encoding"] === "gzip" ? gunzipSync(body) : body;
}

/** The landing page in brotli, which is made after the start. */
export async function compressedLanding(origin) {
  for (;;) {
    const landing = await ask(origin, requests([]).landing);
    if (landing.headers["content-encoding"] === "br") return landing;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
