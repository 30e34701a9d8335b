/** A phone in an emergency beside a load: how long the server takes to store what it sends to its guardians. */
import { createHash, randomBytes } from "node:crypto";
import http from "node:http";
import { performance } from "node:perf_hooks";
import { setTimeout as pause } from "node:timers/promises";

// One connection, as a phone keeps it.
const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });

/** Posts JSON with a link's token; throws for any status but 201. */
function post(origin, path, token, body) {
  const headers = { "content-type": "application/json" };
  if (token !== null) headers.authorization = `Bearer ${token.toString("base64url")}`;
  return new Promise((resolve, reject) => {
    const request = http.request(origin + path, { method: "POST", headers, agent }, (response) => {
      response.resume();
      response.on("end", () => {
        if (response.statusCode === 201) resolve();
        else reject(new Error(`${path} answered ${response.statusCode}`));
      });
    });
    request.on("error", reject);
    request.end(JSON.stringify(body));
  });
}

/** Makes a link with a guardian; returns the owner's token. */
async function makeLink(origin) {
  const [claim, owner, read, answer] = Array.from({ length: 4 }, () => randomBytes(32));
  const hash = (token) => createHash("sha256").update(token).digest("base64url");
  await post(origin, "/api/watches", null, { claimHash: hash(claim), ownerHash: hash(owner) });
  const claimed = { readHash: hash(read), postHash: hash(answer), hello: "aGVsbG8" };
  await post(origin, "/api/watches/claim", claim, { ...claimed, subscription: null });
  return owner;
}

/**
 * Sends an item of 540 bytes after the other for some seconds, with 20 ms between them. Resolves to how many milliseconds each
 * took until the server had stored it, in ascending order.
 */
export async function sendAlarms(origin, seconds) {
  const owner = await makeLink(origin);
  const times = [];
  const end = performance.now() + seconds * 1000;
  for (let seq = 1; performance.now() < end; seq += 1) {
    const item = { seq, bytes: randomBytes(540).toString("base64url"), wake: true };
    const began = performance.now();
    await post(origin, "/api/watches/items", owner, item);
    times.push(performance.now() - began);
    await pause(20);
  }
  return times.sort((one, other) => one - other);
}
