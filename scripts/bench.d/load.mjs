/** Puts load on a server with wrk. */
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const loadCore = "1";

/**
 * Asks for one of `paths` each time, in turn, and as another of `visitors`: with an address far from the others'
 * because neighbours share limits, and with a device cookie of 256 bits where `devices` says so. With `visitors` 0 all load is from one.
 */
const inTurn = (paths, visitors, devices) => `
local paths = { ${paths.map((path) => JSON.stringify(path)).join(", ")} }
local requests, number = {}, 0
function init()
  for turn = 0, ${Math.max(visitors, paths.length) - 1} do
    wrk.path = paths[turn % #paths + 1]
    if ${visitors} > 0 then
      local place = turn * 40503 % 2 ^ 24
      local address = string.format("10.%d.%d.%d", math.floor(place / 65536), math.floor(place / 256) % 256, place % 256)
      wrk.headers["X-Forwarded-For"] = address
    end
    if ${devices} then wrk.headers["Cookie"] = string.format("id=%042d0", turn) end
    requests[turn + 1] = wrk.format()
  end
end
function request()
  number = number % #requests + 1
  return requests[number]
end`;

/** Lets each connection pause after a response, for twice `pause` milliseconds at most, so that requests come at random moments. */
const withPauses = (pause) => `
function delay()
  return math.random(0, ${Math.round(2 * pause)})
end`;

/** Counts the responses that say that the server is too busy. */
const countsBusy = `
local counting
function setup(thread) counting = thread end
busy = 0
function response(status) if status == 503 then busy = busy + 1 end end
function done() print("Busy: " .. counting:get("busy")) end`;

/** The script that makes wrk send a request with a method, headers and a body. */
function wrkScript({ path, paths = [path], method = "GET", headers = {}, body = "" }, options) {
  const { visitors = 0, devices = false, pause, isBusy } = options;
  const lines = Object.entries(headers).map(
    ([name, value]) => `wrk.headers["${name}"] = [==[${value}]==]`,
  );
  return [
    `wrk.method = "${method}"`,
    body && `wrk.body = [==[${body}]==]`,
    ...lines,
    visitors > 0 || paths.length > 1 ? inTurn(paths, visitors, devices) : "",
    pause ? withPauses(pause) : "",
    isBusy ? countsBusy : "",
  ].join("\n");
}

const unit = { us: 0.001, ms: 1, s: 1000, m: 60_000 };

/** Milliseconds of the latency that wrk prints for a percentile, such as `99%`. */
function latency(text, percentile) {
  const found = new RegExp(`${percentile}\\s+([\\d.]+)(us|ms|s|m)\\s`).exec(text);
  return Number(found?.[1]) * unit[found?.[2]];
}

/**
 * Asks `origin` for `request.path`, or for its `paths` in turn, for `seconds`. Of the options, `connections` says how many ask, `visitors` as
 * how many visitors, `devices` that each of these has a cookie, `pause` how many milliseconds each pauses on average,
 * `isBusy` that responses with status 503 are counted, `niceness` how much this load gives way to others, and `cores` where it is made.
 *
 * Resolves to requests per second, the number of requests, how many of them had another status than 2xx and 3xx,
 * how many had 503 (if these are counted), whether connections broke, and the median and the 99th percentile of the latency in milliseconds.
 */
export async function load(origin, request, seconds, options = {}) {
  const { connections = 32, cores = loadCore, niceness = 0 } = options;
  const folder = mkdtempSync(path.join(os.tmpdir(), "bench-load-"));
  const script = path.join(folder, "wrk.lua");
  writeFileSync(script, wrkScript(request, options));
  const how = ["-t1", `-c${connections}`, `-d${seconds}s`, "--latency", "--timeout", "30s"];
  const wrk = ["wrk", ...how, "-s", script, origin + request.path];
  const { stdout } = await run("taskset", ["-c", cores, "nice", "-n", String(niceness), ...wrk]);
  rmSync(folder, { recursive: true });
  const rate = Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]);
  if (Number.isNaN(rate)) throw new Error(`wrk measured nothing:\n${stdout}`);
  return {
    rate,
    requests: Number(/(\d+) requests in/.exec(stdout)[1]),
    others: Number(/Non-2xx or 3xx responses: (\d+)/.exec(stdout)?.[1] ?? 0),
    busy: Number(/Busy: (\d+)/.exec(stdout)?.[1] ?? 0),
    isBroken: /Socket errors/.test(stdout),
    p50: latency(stdout, "50%"),
    p99: latency(stdout, "99%"),
  };
}

/** Loads a server second by second until three rates in a row are within 5 percent, 20 seconds at most. */
export async function warmUp(origin, request, options) {
  const rates = [];
  while (rates.length < 20) {
    rates.push((await load(origin, request, 1, options)).rate);
    const last = rates.slice(-3);
    if (last.length === 3 && Math.max(...last) <= Math.min(...last) * 1.05) return;
  }
}
