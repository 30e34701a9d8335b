/** What the settings say of sound on our server, and when it can be deleted. Pure. */
import { dayTimeText } from "#content/local-dates.ts";
import { soundLimits } from "#content/sound-limits.ts";

/** What is known of an emergency's copy; times are epoch milliseconds. */
export interface StoredFacts {
  readonly begunAt: number;
  /** When the server took the copy. */
  readonly madeAt: number | null;
  readonly storedUntil: number | null;
  /** When the server got the newest piece. */
  readonly newestAt: number | null;
  /** The numbers of the next pieces: those before were sent, and may be there even if no answer came. */
  readonly progress: { readonly next: Readonly<Record<"hashes" | "sound", number>> };
}

const wasSent = ({ progress: { next } }: StoredFacts) => next.hashes + next.sound > 0;

/** From when on the server may delete it if asked to; null where nothing was sent. */
function deletableAt(facts: StoredFacts): number | null {
  const newest = facts.newestAt ?? (wasSent(facts) ? facts.madeAt : null);
  return newest === null ? null : newest + soundLimits.undeletableMs;
}

/** Whether it may be offered now. Without an own PIN nobody could say that it is the person who asks. */
export function isDeletable(facts: StoredFacts, now: number, hasPin: boolean): boolean {
  const at = deletableAt(facts);
  return hasPin && at !== null && now >= at;
}

const day = (at: number) =>
  new Date(at).toLocaleDateString([], { day: "numeric", month: "short", year: "numeric" });

function extentText({ newestAt, storedUntil }: StoredFacts, now: number): string {
  if (newestAt === null) return "our server may have some of it, but did not say so";
  return storedUntil === null
    ? "our server has some of it, but not its beginning"
    : `our server has all until ${dayTimeText(storedUntil, now)}`;
}

/** What the server has of an emergency, and how long. */
export function storedText(facts: StoredFacts, now: number, hasPin: boolean): string {
  const { begunAt, madeAt } = facts;
  const begun = dayTimeText(begunAt, now);
  const at = deletableAt(facts);
  if (at === null) return `Recorded ${begun}: our server has nothing of it.`;
  const endsAt = (madeAt ?? begunAt) + soundLimits.keptDays * 86_400_000;
  if (now >= endsAt) return `Recorded ${begun}: our server was to delete it on ${day(endsAt)}.`;
  const kept = `Recorded ${begun}: ${extentText(facts, now)}. It deletes it on ${day(endsAt)}.`;
  if (now < at) {
    return `${kept} Nobody can delete it before ${dayTimeText(at, now)}, so that whoever takes this phone cannot.`;
  }
  return hasPin ? kept : `${kept} To delete it earlier, set a PIN of your own.`;
}
