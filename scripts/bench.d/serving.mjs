/** What the product does by itself: latency at a steady rate (B4), its start (B6), overload (B7) and growth (B9). */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { performance } from "node:perf_hooks";
import { allCores, ask, mean, median, serverCore } from "./arms.mjs";
import { load, warmUp } from "./load.mjs";
import { buyAccess, buyGifts, compressedLanding, requests, startProduct } from "./product.mjs";
import { spread } from "./race.mjs";
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

/** B7: a thousand visitors who ask for a page of one person at once, and the cached page meanwhile. */
export async function overload({ folder, port, origin, pages }, { seconds }) {
  const asked = requests(pages.gift.paths);
  const crowd = { connections: 1000, visitors: 1000, isBusy: true };
  for (const [what, request] of [
    ["gift page", asked.gift],
    ["refused address", asked.unverified],
  ]) {
    const server = await startProduct(folder, port, behindProxy);
    await compressedLanding(origin);
    await warmUp(origin, request, { visitors: 1000 });
    const reader = { connections: 2, pause: 5 };
    const calm = await load(origin, asked.landing, seconds, reader);
    const [flood, meanwhile] = await Promise.all([
      load(origin, request, seconds, crowd),
      load(origin, asked.landing, seconds, reader),
    ]);
    await server.stop();
    const served = Math.round(((flood.requests - flood.busy) / flood.requests) * flood.rate);
    const share = ((100 * flood.busy) / flood.requests).toFixed(1);
    const text = `${share} % answered 503, ${served} pages/s, p99 ${flood.p99.toFixed(0)} ms`;
    report("B7", `${what}, 1000 visitors at once`, text);
    const cached = `p99 ${meanwhile.p99.toFixed(1)} ms, median ${meanwhile.p50.toFixed(1)} ms (alone ${calm.p99.toFixed(1)} ms and ${calm.p50.toFixed(1)} ms)`;
    report("B7", `${what}, the landing page meanwhile`, cached);
  }
}

/** The sum of the rates of several servers under load at once, which shares the cores with them. */
async function together(origins, request, seconds) {
  const options = { connections: 16, cores: allCores };
  const results = await Promise.all(
    origins.map((origin) => load(origin, request, seconds, options)),
  );
  return results.reduce((sum, { rate }) => sum + rate, 0);
}

/** Reports how the second of two rates compares with the first. `pairs` are rates of one round each. */
function reportGrowth(what, pairs, ...target) {
  const [one, two] = [0, 1].map((index) => Math.round(mean(pairs.map((pair) => pair[index]))));
  const ratios = pairs.map(([first, second]) => second / first);
  const text = `${mean(ratios).toFixed(2)} x ± ${spread(ratios)} % (${one} and ${two} requests/s)`;
  report(
    "B9",
    what,
    text,
    ...target.map((least) => `at least ${least} x`),
    ...target.map((least) => least <= mean(ratios)),
  );
}

/**
 * How many times as many requests a server answers with two cores and two threads of each kind as with one, when the load
 * takes nothing of its cores: by the processor time that a request needs. With one core the load has the other; with two
 * it shares both, and none of them may be idle.
 */
async function growthByCores({ folder, port, origin }, what, request, { rounds, seconds }) {
  const costs = { 1: [], 2: [] };
  const rates = { 1: [], 2: [] };
  for (let round = 0; round < rounds; round += 1) {
    for (const [count, cores, loadCores] of [
      [1, serverCore, undefined],
      [2, allCores, allCores],
    ]) {
      const options = { connections: 64, cores: loadCores };
      const server = await startProduct(folder, port, { cores, RENDER_THREADS: String(count) });
      await warmUp(origin, request, options);
      const before = server.used();
      const { rate, requests } = await load(origin, request, seconds, options);
      costs[count].push(((server.used() - before) * 1000) / requests);
      rates[count].push(rate);
      await server.stop();
    }
  }
  const ratios = costs[1].map((one, round) => (2 * one) / costs[2][round]);
  const [one, two] = [1, 2].map((count) => `${mean(costs[count]).toFixed(0)} us`);
  const text = `${mean(ratios).toFixed(2)} x ± ${spread(ratios)} % (${one} and ${two} a request; ${Math.round(mean(rates[1]))} requests/s, and ${Math.round(mean(rates[2]))} beside the load)`;
  report("B9", `${what}, two cores to one`, text, "at least 1.7 x", 1.7 <= mean(ratios));
}

/** B9: growth with cores and threads, and with processes. */
export async function growth(place, { rounds, seconds }) {
  const { folder, port, second, origin, pages } = place;
  const asked = requests(pages.gift.paths);
  const effort = { rounds, seconds };
  await growthByCores(place, "gift page", asked.gift, effort);
  const server = await startProduct(folder, port);
  const { cookie } = await buyAccess(origin);
  await server.stop();
  const access = { path: "/api/access", headers: { cookie } };
  await growthByCores(place, "/api/access of a device with access", access, effort);
  await growthByCores(place, "refused address", asked.unverified, effort);
  const cluster = await startPostgres();
  try {
    const shared = { cores: allCores, DATABASE_URL: cluster.url };
    const first = await startProduct(folder, port, shared);
    const { gift } = requests((await buyGifts(origin, 64)).paths);
    const other = await startProduct(folder, second.port, shared);
    for (const each of [origin, second.origin]) await warmUp(each, gift, { cores: allCores });
    const processes = [];
    for (let round = 0; round < rounds; round += 1) {
      const one = await together([origin], gift, seconds);
      processes.push([one, await together([origin, second.origin], gift, seconds)]);
    }
    await Promise.all([first.stop(), other.stop()]);
    reportGrowth("gift page, two processes on PostgreSQL to one", processes);
  } finally {
    cluster.stop();
  }
}

/**
 * A temporary PostgreSQL cluster: `{ url, stop }`. Its folder is its own even for root (`-t`): a cluster that a killed run
 * left behind blocks no other.
 */
async function startPostgres() {
  const tell = 'echo "postgres://$PGUSER:$PGPASSWORD@$PGHOST:$PGPORT/postgres"; cat';
  const child = spawn("pg_virtualenv", ["-t", "sh", "-c", tell], {
    stdio: ["pipe", "pipe", "ignore"],
  });
  const url = await new Promise((resolve, reject) => {
    let text = "";
    child.once("exit", (code) => reject(new Error(`pg_virtualenv ended with ${code}`)));
    child.stdout.on("data", (chunk) => {
      text += chunk;
      const found = /postgres:\/\/\S+\/postgres/.exec(text);
      if (found) resolve(found[0]);
    });
  });
  return { url, stop: () => child.stdin.end() };
}
