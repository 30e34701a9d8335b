/** Time that passes at the server without being waited for. */
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import type { TestServer } from "../e2e/server.ts";
import type { Tab } from "./phone.ts";

/**
 * Runs at the start of each document: to this phone the server's clock is ahead, by as many minutes as its local storage says.
 */
function hearLater(): void {
  const { fetch } = window;
  const shifted = (json: string, seconds: number) =>
    json.replace(
      /"(now|dueAt)":(\d+)/g,
      (_, name: string, time: string) => `"${name}":${Number(time) + seconds}`,
    );
  window.fetch = async (input, init) => {
    if (!String(input).startsWith("/api/watches")) return fetch(input, init);
    const ahead = 60 * Number(localStorage.getItem("minutesLater") ?? 0);
    const body = typeof init?.body === "string" ? shifted(init.body, -ahead) : null;
    const answer = await fetch(input, body === null ? init : { ...init, body });
    const { status, headers } = answer;
    const text = await answer.text();
    return new Response(text === "" ? null : shifted(text, ahead), { status, headers });
  };
}

/** What a phone of `passTime` begins each document with. */
export const passingTime = `if (origin !== "null") (${hearLater})();`;

/** Moves the server's clock, as this phone is told of it. */
export function passTime(tab: Tab, minutes: number): Promise<void> {
  return tab.evaluate((later) => localStorage.setItem("minutesLater", `${later}`), minutes);
}

/** Runs a statement on the server's timers; returns how many rows it found or changed. */
function onTimers({ folder }: TestServer, statement: string): number {
  const program = `
import sqlite3, sys
db = sqlite3.connect(sys.argv[1], timeout=60)
found = db.execute(sys.argv[2])
print(found.rowcount if found.description is None else len(found.fetchall()))
db.commit()`;
  const given = ["-c", program, join(folder, "data.sqlite"), statement];
  return Number(execFileSync("python3", given, { encoding: "utf8" }));
}

/** How many timers the server holds that are due in more than so many minutes. */
export function timersLaterThan(server: TestServer, minutes: number): number {
  const limit = Date.now() + minutes * 60_000;
  return onTimers(server, `SELECT 1 FROM watch_timers WHERE due_at > ${limit}`);
}

/** Has every timer of the server be due now. */
export function timersRunOut(server: TestServer): void {
  onTimers(server, `UPDATE watch_timers SET due_at = ${Date.now()}`);
}
