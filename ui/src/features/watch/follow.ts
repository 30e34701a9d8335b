/** Keeps one person's news coming while the page is open, as far as the browser lets a hidden one read. */
import { isMissing, type PushReach, type Reading } from "#api/watches.ts";
import { wallTime } from "#platform/clock.ts";
import { revealedDigits } from "#seal/digits.ts";
import { openReveal, REVEAL_SEQ } from "#seal/items.ts";
import { people, type Watched } from "#store/guardians/watched.ts";
import { keepCame, keepGiven, opened, readAll } from "#sync/guardian-reading.ts";
import { readInTime, repeatWhileSeen } from "#sync/while-seen.ts";
import { lostAfter } from "./lost-rules.ts";

/** Whether news can arrive now. */
export interface Connection {
  readonly state:
    | "connecting"
    | "live"
    | "cut-off"
    /** Something answers that the link is not there, and does not prove that it has ended. */
    | "unknown";
  /** When the server last answered, in epoch milliseconds by this device's clock; null before the first answer. */
  readonly answeredAt: number | null;
  /** The server's clock minus this device's, in milliseconds; null before the first answer. */
  readonly clockOffset: number | null;
  /** Whether pushes reach this browser, as the server sees it; null before the first answer. */
  readonly reached: PushReach | null;
}

/** What is known of the digits, once the person's phone has told what they follow from. */
async function revealed(
  { pairing, down }: Watched,
  items: Reading["items"],
): Promise<Partial<Watched>> {
  const sealed = items.find(({ seq }) => seq === REVEAL_SEQ)?.bytes;
  const nonce = pairing && sealed ? await openReveal(down, sealed) : null;
  if (pairing === undefined || nonce === null) return {};
  const digits = await revealedDigits(pairing, nonce);
  return { digits, pairing: undefined, isForged: digits === null };
}

/** Stores what was read; what does not open with the person's key changes nothing. */
async function keep(person: Watched, reading: Reading): Promise<void> {
  const { items, after, newsBefore, link, now } = reading;
  // First: what is read once is not read again.
  await keepGiven(person, reading);
  const known = await revealed(person, items);
  const reachedAt = wallTime();
  const came = await opened(person, reading);
  await keepCame(person, came, (before) => ({
    ...known,
    ...lostAfter(before, { newsBefore, came, at: reachedAt }),
    after: Math.max(before.after, after),
    reachedAt,
    clockOffset: now - reachedAt,
    isEnded: before.isEnded || link.state === "ended",
  }));
}

/** Follows the person `id` until the returned function is called or the link has ended. */
export function follow(id: string, report: (connection: Connection) => void): () => void {
  let isOver = false;
  let answeredAt: number | null = null;
  let clockOffset: number | null = null;
  let reached: PushReach | null = null;
  let version = "";
  const say = (state: Connection["state"]) => {
    if (!isOver) report({ state, answeredAt, clockOffset, reached });
  };
  const stop = repeatWhileSeen({
    isHiddenToo: true,
    turn: async (signal, isFirst) => {
      const person = (await people.read()).find((one) => one.id === id);
      if (person === undefined || person.isEnded) return false;
      const waiting = isFirst ? {} : { version, isPatient: true };
      const question = { after: person.after, signal, ...waiting };
      const reading = await readAll(person.read, question, readInTime);
      version = reading.link.version;
      answeredAt = wallTime();
      clockOffset = reading.now - answeredAt;
      reached = reading.link.reached?.push ?? null;
      await keep(person, reading);
      say("live");
      return reading.link.state !== "ended";
    },
    onInterruption: () => say("connecting"),
    onFailure: (error) => {
      say(isMissing(error) ? "unknown" : "cut-off");
      return true;
    },
  });
  return () => {
    isOver = true;
    stop();
  };
}
