/** Keeps one person's news coming while the page is visible. */
import { hasEnded, type Reading, readWatch } from "#api/watches.ts";
import { wallTime } from "#platform/clock.ts";
import { revealedDigits } from "#seal/digits.ts";
import { openDown, openReveal, REVEAL_SEQ } from "#seal/items.ts";
import { changeWatched, people, type Received, type Watched, withItems } from "#store/watched.ts";
import { repeatWhileSeen } from "#sync/while-seen.ts";

/** Whether news can arrive now. */
export interface Connection {
  readonly state: "connecting" | "live" | "cut-off";
  /** The server's clock minus this device's, in milliseconds; null before the first answer. */
  readonly clockOffset: number | null;
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
async function keep(person: Watched, { items, after, link }: Reading): Promise<void> {
  const opened = items.map(async ({ seq, bytes, at }): Promise<Received[]> => {
    const item = await openDown(person.down, seq, bytes);
    return item === null ? [] : [{ seq, at, item }];
  });
  const came = (await Promise.all(opened)).flat();
  const known = await revealed(person, items);
  await changeWatched(person.id, (before) => ({
    ...withItems(before, came),
    ...known,
    after: Math.max(before.after, after),
    reachedAt: wallTime(),
    isEnded: before.isEnded || link.state === "ended",
  }));
}

/** Follows the person `id` until the returned function is called or the link has ended. */
export function follow(id: string, report: (connection: Connection) => void): () => void {
  let isOver = false;
  let clockOffset: number | null = null;
  let version = "";
  const say = (state: Connection["state"]) => {
    if (!isOver) report({ state, clockOffset });
  };
  const stop = repeatWhileSeen({
    turn: async (signal, isFirst) => {
      const person = (await people.read()).find((one) => one.id === id);
      if (person === undefined || person.isEnded) return false;
      const waiting = isFirst ? {} : { version, isPatient: true };
      const reading = await readWatch(person.read, { after: person.after, signal, ...waiting });
      version = reading.link.version;
      clockOffset = reading.now - wallTime();
      await keep(person, reading);
      say("live");
      return reading.link.state !== "ended";
    },
    onFailure: async (error) => {
      if (hasEnded(error)) {
        await changeWatched(id, (before) => ({ ...before, isEnded: true }));
        return false;
      }
      say("cut-off");
      return true;
    },
  });
  return () => {
    isOver = true;
    stop();
  };
}
