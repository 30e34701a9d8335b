/** What the product does by itself: latency at a steady rate (B4), its start (B6) and overload (B7). */
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { performance } from "node:perf_hooks";
import { sendAlarms } from "./alarms.mjs";
import { allCores, ask, mean, median } from "./arms.mjs";
import { load, warmUp } from "./load.mjs";
import { buyAccess, compressedLanding, requests, startProduct } from "./product.mjs";
import { report } from "./report.mjs";

/** Behind a proxy, so that the load can come from many visitors. */
const behindProxy = { TRUSTED_PROXIES: "1" };

/** Gives access to every device of `visitors`. */
async function giveAccess({ folder, port, origin }, visitors) {
  const server = await startProduct(folder, port, behindProxy);
  const { verify } = await buyAccess(origin);
  const enough = async (seconds) =>
    visitors <= (await load(origin, verify, seconds, { visitors, devices: true })).requests;
  for (let seconds = 8; !(await enough(seconds)); seconds *= 2);
  await server.stop();
}

/** B4: latency with the product's limits, at 3,000 requests a second of 10,000 visitors, at random moments. */
export async function latency(place, { rounds, seconds }) {
  const { folder, port, origin, pages } = place;
  const gift = requests(pages.gift.paths).gift;
  const steady = { connections: 156, pause: 50, visitors: 10_000 };
  const ofDevices = { ...steady, devices: true };
  const access = { path: "/api/access" };
  for (const [what, request, settings, options] of [
    ["gift page", gift, { RATE_LIMITS: "on" }, steady],
    ["/api/access of a device", { ...access, headers: { cookie: pages.cookie } }, {}, steady],
    ["/api/access of 10000 new devices", access, { RATE_LIMITS: "on" }, ofDevices],
    ["/api/access of 10000 devices with access", access, { RATE_LIMITS: "on" }, ofDevices],
  ]) {
    if (what.endsWith("with access")) await giveAccess(place, steady.visitors);
    const results = [];
    const server = await startProduct(folder, port, { ...behindProxy, ...settings });
    await load(origin, request, seconds, options);
    for (let round = 0; round < rounds; round += 1) {
      results.push(await load(origin, request, seconds, options));
    }
    await server.stop();
    const refused = results.reduce((sum, { others }) => sum + others, 0);
    const rate = Math.round(mean(results.map((result) => result.rate)));
    const p99 = median(results.map((result) => result.p99));
    const text = `p99 ${p99.toFixed(1)} ms, median ${median(results.map(({ p50 }) => p50)).toFixed(1)} ms (${rate} requests/s, ${refused} refused)`;
    report("B4", what, text, "at most 20 ms", p99 <= 20 && refused === 0);
  }
}

/** B6: the time from the start of the process to the first page. */
export async function starts({ folder, port, origin }) {
  for (const [what, isNew] of [
    ["process start to the first page", false],
    ["with an empty database", true],
  ]) {
    const times = [];
    for (let round = 0; round < 7; round += 1) {
      const own = mkdtempSync(path.join(os.tmpdir(), "bench-start-"));
      const began = performance.now();
      const server = await startProduct(isNew ? own : folder, port, { cores: allCores });
      await ask(origin, { path: "/" });
      times.push(performance.now() - began);
      await server.stop();
      rmSync(own, { recursive: true });
    }
    const middle = median(times);
    const text = `${Math.round(middle)} ms (most ${Math.round(Math.max(...times))} ms)`;
    report("B6", what, text, "at most 600 ms", middle <= 600);
  }
}

/** B7: a thousand visitors who ask for a page of one person at once, and the cached page and a phone's alarms meanwhile. */
export async function overload({ folder, port, origin, pages }, { seconds }) {
  const asked = requests(pages.gift.paths);
  // The crowd shares a core with the reader and the phone, which would otherwise measure how long they wait for it.
  const crowd = { connections: 1000, visitors: 1000, isBusy: true, niceness: 10 };
  for (const [what, request] of [
    ["gift page", asked.gift],
    ["refused address", asked.unverified],
  ]) {
    const server = await startProduct(folder, port, behindProxy);
    await compressedLanding(origin);
    await warmUp(origin, request, { visitors: 1000 });
    const reader = { connections: 2, pause: 5 };
    const calm = await load(origin, asked.landing, seconds, reader);
    const [flood, meanwhile, alarms] = await Promise.all([
      load(origin, request, seconds, crowd),
      load(origin, asked.landing, seconds, reader),
      sendAlarms(origin, seconds),
    ]);
    await server.stop();
    const served = Math.round(((flood.requests - flood.busy) / flood.requests) * flood.rate);
    const share = ((100 * flood.busy) / flood.requests).toFixed(1);
    const text = `${share} % answered 503, ${served} pages/s, p99 ${flood.p99.toFixed(0)} ms`;
    report("B7", `${what}, 1000 visitors at once`, text);
    const cached = `p99 ${meanwhile.p99.toFixed(1)} ms, median ${meanwhile.p50.toFixed(1)} ms (alone ${calm.p99.toFixed(1)} ms and ${calm.p50.toFixed(1)} ms)`;
    report("B7", `${what}, the landing page meanwhile`, cached);
    const [half, most] = [0.5, 0.99].map((share) => alarms[Math.floor(alarms.length * share)]);
    const stored = `p99 ${most.toFixed(1)} ms, median ${half.toFixed(1)} ms (${alarms.length} sent)`;
    report("B7", `${what}, alarms meanwhile`, stored, "p99 at most 50 ms", most <= 50);
  }
}
