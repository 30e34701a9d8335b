/** WebKitGTK as a phone's browser: `browser.py`, a process that answers commands. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import type { Browser, BrowserEvent, BrowserPlan, BrowserTab } from "../browser.ts";
import { place, screenSize } from "../browser.ts";

const program = join(dirname(fileURLToPath(import.meta.url)), "browser.py");
const userAgent =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1";

/** What the process says: an answer to a command, or something that happened. */
interface Answer {
  readonly id?: number;
  readonly value?: unknown;
  readonly error?: string;
  readonly event?: BrowserEvent;
}

/** Sends a command and resolves to its answer; rejects with what the page threw, or when the browser has ended. */
type Ask = (command: Record<string, unknown>) => Promise<unknown>;

/** Ends the browser with its display and its pages. */
async function killGroup(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  process.kill(-child.pid, "SIGKILL");
  await ended;
}

/** Gives a process commands, one answer each. */
function talkTo(child: ChildProcess, onEvent: BrowserPlan["onEvent"]) {
  const waiting = new Map<number, (answer: Answer) => void>();
  const said: string[] = [];
  child.stderr?.on("data", (chunk: Buffer) => said.push(chunk.toString()));
  const end = (error: string) => {
    for (const settle of waiting.values()) settle({ error });
    waiting.clear();
  };
  child.once("exit", () => end(`The browser has ended.\n${said.join("")}`));
  createInterface({ input: child.stdio[3] as Readable }).on("line", (line) => {
    const answer = JSON.parse(line) as Answer;
    if (answer.event !== undefined) return onEvent(answer.event);
    waiting.get(answer.id ?? 0)?.(answer);
    waiting.delete(answer.id ?? 0);
  });
  const answerOf = (id: number) =>
    new Promise<unknown>((resolve, reject) => {
      waiting.set(id, ({ value, error }) =>
        error === undefined ? resolve(value) : reject(new Error(error)),
      );
    });
  let last = 0;
  const ask: Ask = (command) => {
    last += 1;
    const answer = answerOf(last);
    child.stdin?.write(`${JSON.stringify({ id: last, ...command })}\n`);
    return answer;
  };
  return { ready: answerOf(0), ask };
}

/** The page of this number. */
function tabOf(ask: Ask, tab: number): BrowserTab {
  const told = async (command: Record<string, unknown>) => {
    await ask({ tab, ...command });
  };
  return {
    go: (url) => told({ do: "go", url }),
    reload: () => told({ do: "reload" }),
    evaluate: (code, given) => ask({ tab, do: "evaluate", code, given }),
    click: (x, y) => told({ do: "click", x, y }),
    show: () => told({ do: "show" }),
    look: (look) => told({ do: "look", ...look }),
    picture: (path) => told({ do: "picture", path }),
  };
}

/** Starts the browser; resolves when it takes commands. */
export async function openWebKit({ onEvent, environment, ...plan }: BrowserPlan): Promise<Browser> {
  const argument = JSON.stringify({ ...plan, userAgent, place, screenSize });
  const child = spawn("/usr/bin/python3", [program, argument], {
    stdio: ["pipe", "ignore", "pipe", "pipe"],
    detached: true,
    env: { ...process.env, ...environment },
  });
  const { ready, ask } = talkTo(child, onEvent);
  await ready;
  return {
    open: async () => tabOf(ask, (await ask({ do: "open" })) as number),
    kill: () => killGroup(child),
  };
}
