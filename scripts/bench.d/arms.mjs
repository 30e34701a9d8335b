/** Starts and stops the arms of the benchmark, and puts load on them. */
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import http from "node:http";
import { promisify } from "node:util";

const run = promisify(execFile);
const serverCore = "0";
const loadCore = "1";

/** Starts `command` on the server's core and resolves once it prints `ready` (a regular expression). */
export async function start(command, args, ready, environment = {}) {
  const child = spawn("taskset", ["-c", serverCore, command, ...args], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, ...environment },
  });
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
    stop: async () => {
      child.kill("SIGKILL");
      await once(child, "exit");
    },
  };
}

/** Requests per second that a URL answers under 32 keep-alive connections for `seconds`. */
export async function load(url, seconds, headers = {}) {
  const extra = Object.entries(headers).flatMap(([name, value]) => ["-H", `${name}: ${value}`]);
  const { stdout } = await run("taskset", [
    "-c",
    loadCore,
    "wrk",
    "-t1",
    "-c32",
    `-d${seconds}s`,
    ...extra,
    url,
  ]);
  const rate = Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]);
  if (!(rate > 0)) throw new Error(`wrk said nothing of use:\n${stdout}`);
  const failed = /Socket errors|Non-2xx/.exec(stdout);
  if (failed && !stdout.includes("Non-2xx or 3xx responses: 0"))
    throw new Error(`requests failed:\n${stdout}`);
  return rate;
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

/** One answer: `{ status, headers, body }`, the body as it came over the wire. */
export function ask(url, headers = {}) {
  return new Promise((resolve, reject) => {
    http
      .get(url, { headers, agent: false }, (response) => {
        const chunks = [];
        response.on("data", (chunk) => chunks.push(chunk));
        response.on("end", () =>
          resolve({
            status: response.statusCode,
            headers: response.headers,
            body: Buffer.concat(chunks),
          }),
        );
      })
      .on("error", reject);
  });
}

/** The middle of some numbers. */
export const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
