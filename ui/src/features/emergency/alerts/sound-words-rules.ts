/** What the lock says of sound that leaves the phone, never more than is so. Pure. */
import { clockText } from "#content/local-dates.ts";

/** A guardian for whom sound is sent. */
interface Listener {
  readonly name: string;
  /** Whether the server has what tells their browser how to listen. */
  readonly isGiven: boolean;
  /** Up to when their page has everything, as it says itself; null while it has said nothing. */
  readonly heldUntil: number | null;
}

/** How the server refused. */
export interface Refusal {
  readonly status: number;
  /** Whether it said when it wants to be asked again: then it is not full for good. */
  readonly isForNow: boolean;
}

/** What is known of an emergency's sound. Times are those of links, epoch milliseconds by this phone's clock. */
export interface SoundFacts {
  /** The last link on the disk. */
  readonly onPhoneUntil: number | null;
  /** The last link up to which the server has everything. */
  readonly storedUntil: number | null;
  readonly listeners: readonly Listener[];
  /** The server's last refusal, after which it took nothing; null without one. */
  readonly refusal: Refusal | null;
  /** This phone's clock, in epoch milliseconds. */
  readonly now: number;
}

/** A time of day to the second, with the day where that is not today's. */
const clock = (at: number, now: number) => clockText(at, now, { timeStyle: "medium" });

/** How far the sound got for one guardian. No page can have more than the server. */
function listenerText({ name, isGiven, heldUntil }: Listener, facts: SoundFacts): string {
  const { storedUntil, now } = facts;
  if (!isGiven || storedUntil === null) return `Nothing stored for ${name} yet.`;
  const held = heldUntil === null ? null : Math.min(heldUntil, storedUntil);
  const stored = `Stored for ${name} until ${clock(storedUntil, now)}.`;
  if (held === null) return stored;
  const there = `With ${name} until ${clock(held, now)}.`;
  return held < storedUntil ? `${there} ${stored}` : there;
}

/** Why nothing leaves the phone; empty where something does, or nobody knows. */
function refusalText(refusal: Refusal | null): string {
  if (refusal === null) return "";
  return refusal.status === 507 && !refusal.isForNow
    ? " Our server has no room for more."
    : " Our server takes no sound now. This phone tries again.";
}

/** The sentences; null before anything is on the phone, or where nobody is to hear it. */
export function soundText(facts: SoundFacts): string | null {
  const { onPhoneUntil, listeners, refusal, now } = facts;
  if (onPhoneUntil === null || listeners.length === 0) return null;
  const each = listeners.map((one) => listenerText(one, facts));
  return `On this phone until ${clock(onPhoneUntil, now)}. ${each.join(" ")}${refusalText(refusal)}`;
}
