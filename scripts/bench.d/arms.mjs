/** Starts and stops the arms of the benchmark, and asks them. */
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import http from "node:http";
import { promisify } from "node:util";

const run = promisify(execFile);
/** Where servers run, as `taskset -c` takes it. The load is made on the other core. */
export const serverCore = "0";
/** Every core, for what measures growth. */
export const allCores = "0,1";

/**
 * What Linux tells of a process, null where there is none: its `parent`, and the milliseconds of processor time that it and its
 * ended children have used on any core. It is counted in hundredths of a second.
 */
export function processOf(pid) {
  let stat;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  } catch {
    return null;
  }
  // The name, in brackets, may contain anything.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const [user, system, childrenUser, childrenSystem] = fields.slice(11, 15).map(Number);
  return {
    parent: Number(fields[1]),
    time: (user + system) * 10,
    ofEndedChildren: (childrenUser + childrenSystem) * 10,
  };
}

/**
 * Starts `command` and resolves once it prints `ready` (a regular expression). `cores` says where it runs; the server's
 * core unless told. The result has `used()`, the milliseconds of processor time so far, and `stop()`.
 */
export async function start(command, args, ready, environment = {}, cores = serverCore) {
  const child = spawn("taskset", ["-c", cores, command, ...args], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, ...environment },
  });
  const end = () => child.kill("SIGKILL");
  process.once("exit", end);
  let text = "";
  await new Promise((resolve, reject) => {
    child.once("exit", (code) =>
      reject(new Error(`${command} ${args[0] ?? ""} ended with ${code}: ${text}`)),
    );
    child.stdout.on("data", (chunk) => {
      text += chunk;
      if (ready.test(text)) resolve();
    });
  });
  child.removeAllListeners("exit");
  return {
    used: () => processOf(child.pid).time,
    stop: async () => {
      process.off("exit", end);
      child.kill("SIGKILL");
      await once(child, "exit");
    },
  };
}

/** What a command prints on the server's core. */
export async function output(command, args) {
  try {
    const { stdout } = await run("taskset", ["-c", serverCore, command, ...args], {
      maxBuffer: 64 << 20,
    });
    return stdout.trim();
  } catch (error) {
    throw new Error(`${command} ${args.join(" ")}: ${String(error.stderr).slice(-600)}`);
  }
}

/** One response: `{ status, headers, body }`, the body as it came over the wire. */
export function ask(origin, { path: target, method = "GET", headers = {}, body }) {
  return new Promise((resolve, reject) => {
    const request = http.request(origin + target, { method, headers, agent: false }, (response) => {
      const chunks = [];
      response.on("data", (chunk) => chunks.push(chunk));
      response.on("end", () =>
        resolve({
          status: response.statusCode,
          headers: response.headers,
          body: Buffer.concat(chunks),
        }),
      );
    });
    request.on("error", reject);
    request.end(body);
  });
}

/** The middle of some numbers. */
export const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

/** Their mean. */
export const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** A copy of a list in random order. */
export function shuffled(list) {
  const keyed = list.map((item) => [Math.random(), item]);
  return keyed.sort(([a], [b]) => a - b).map(([, item]) => item);
}
