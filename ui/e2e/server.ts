/** Starts the real server binary for a browser test, with its own folder, database and mail files. */
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, rmSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
const startTimeoutMs = 30_000;

/** The servers that were started and not stopped. */
export const servers = new Set<TestServer>();
/** Their processes and folders. */
const running = new Map<ChildProcess, string>();

/** Ends what still runs: the servers that test files share, and those of a file that was interrupted. */
function endAll(): void {
  for (const [child, folder] of running) {
    child.kill("SIGKILL");
    rmSync(folder, { recursive: true, force: true });
  }
  running.clear();
}
process.once("exit", endAll);
process.once("SIGTERM", endAll);

/** A running server and what a test may do with it. */
export type TestServer = {
  /** Where the server answers, for example `http://127.0.0.1:40123`. */
  origin: string;
  /** The folder of this server alone: `data.sqlite`, `mail/`. */
  folder: string;
  /** Everything the server has printed so far. */
  log: () => string;
  /** The texts of the mails written so far, oldest first. */
  mails: () => Promise<string[]>;
  /** Kills the process at once, as a power cut would. */
  kill: () => Promise<void>;
  /** Starts the process again on the same port and folder, with the same settings and these. */
  restart: (changed?: Record<string, string>) => Promise<void>;
  /** Ends the process gracefully and removes the folder. */
  stop: () => Promise<void>;
};

/** Path of the server binary: `SERVER_BINARY`, or the development build. */
function serverBinary(): string {
  const target = process.env["CARGO_TARGET_DIR"] ?? join(root, "target");
  const binary = process.env["SERVER_BINARY"] ?? join(target, "debug/silent-partner");
  if (!existsSync(binary)) throw new Error(`Build the server first: ${binary} is missing.`);
  return binary;
}

/**
 * Starts a server on a free port.
 * `environment` adds settings to (or replaces) those of the sandbox.
 */
export async function startServer(environment: Record<string, string> = {}): Promise<TestServer> {
  const folder = await mkdtemp(join(tmpdir(), "browser-test-"));
  const chunks: string[] = [];
  let child: ChildProcess;
  let bind = "127.0.0.1:0";
  const settings = { ...environment };

  const launch = async (): Promise<string> => {
    child = spawn(serverBinary(), {
      cwd: folder,
      env: {
        PATH: process.env["PATH"] ?? "",
        BIND: bind,
        DATABASE_URL: `sqlite://${folder}/data.sqlite`,
        MAIL_URL: `file://${folder}/mail`,
        ...settings,
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const started = child;
    running.set(started, folder);
    started.once("exit", () => running.delete(started));
    child.stdout?.on("data", (chunk: Buffer) => chunks.push(chunk.toString()));
    child.stderr?.on("data", (chunk: Buffer) => chunks.push(chunk.toString()));
    return listeningOrigin(child, chunks);
  };

  const ended = (): Promise<void> =>
    new Promise((resolve) => {
      if (child.exitCode !== null || child.signalCode !== null) resolve();
      else child.once("exit", () => resolve());
    });

  const origin = await launch();
  bind = new URL(origin).host;

  const server: TestServer = {
    origin,
    folder,
    log: () => chunks.join(""),
    mails: () => readMails(join(folder, "mail")),
    kill: async () => {
      child.kill("SIGKILL");
      await ended();
    },
    restart: async (changed = {}) => {
      Object.assign(settings, changed);
      await launch();
    },
    stop: async () => {
      child.kill("SIGTERM");
      await ended();
      servers.delete(server);
      await rm(folder, { recursive: true, force: true });
    },
  };
  servers.add(server);
  return server;
}

/** The server that the files of this process share; it ends with it. */
let shared: Promise<TestServer> | undefined;

/**
 * For files that neither stop their server nor ask for all that it has stored. It counts no requests: what one file sends is
 * not to limit another.
 */
export function sharedServer(): Promise<TestServer> {
  shared ??= startServer({ RATE_LIMITS: "off" });
  return shared;
}

/** Waits for the line that names the address, and returns the origin. */
function listeningOrigin(child: ChildProcess, chunks: string[]): Promise<string> {
  const before = chunks.length;
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error(`The server did not start in time:\n${chunks.join("")}`)),
      startTimeoutMs,
    );
    child.once("exit", (code) => {
      clearTimeout(timer);
      reject(new Error(`The server ended with ${code}:\n${chunks.join("")}`));
    });
    child.stdout?.on("data", () => {
      const text = chunks.slice(before).join("");
      const origin = /Listening on (http:\/\/127\.0\.0\.1:\d+)/.exec(text)?.[1];
      if (origin === undefined) return;
      clearTimeout(timer);
      resolve(origin);
    });
  });
}

async function readMails(folder: string): Promise<string[]> {
  if (!existsSync(folder)) return [];
  const names = (await readdir(folder)).filter((name) => name.endsWith(".eml")).sort();
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), "utf8")));
  // A file is there before its text, which comes whole.
  return texts.filter((text) => text !== "");
}
