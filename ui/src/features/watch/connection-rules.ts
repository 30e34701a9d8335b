/** When the guardian's page may say something calm. Pure. */
import { clockText } from "#content/local-dates.ts";

/** What is known of the connection now. `answeredAt` is in epoch milliseconds by this device's clock. */
interface Connected {
  readonly state: "connecting" | "live" | "cut-off" | "unknown";
  readonly answeredAt: number | null;
  readonly clockOffset: number | null;
}

/** What is kept of it from the last time. */
interface Kept {
  readonly reachedAt?: number | undefined;
  readonly clockOffset?: number | undefined;
}

/**
 * How old the server's last answer may be, in milliseconds. While the page runs, there is one every 30 s, or the connection is said
 * to be lost; a device may stop a page without a word, and wake it hours later.
 */
const FRESH_MS = 60_000;

/**
 * Why what is known may not be all; null where it is. Nothing calm is said beside a reason. `now` is the server's clock in epoch
 * milliseconds.
 */
export function unreadText(
  { state, answeredAt, clockOffset }: Connected,
  { reachedAt, clockOffset: kept }: Kept,
  now: number,
): string | null {
  const offset = clockOffset ?? kept ?? 0;
  const age = answeredAt === null ? null : Math.abs(now - offset - answeredAt);
  if (state === "live" && age !== null && age < FRESH_MS) return null;
  if (state === "unknown") return "This link was not found";
  if (state !== "cut-off") return "Looking for news...";
  if (reachedAt === undefined) return "No connection yet";
  return `No connection since ${clockText(reachedAt + offset, now)}`;
}
