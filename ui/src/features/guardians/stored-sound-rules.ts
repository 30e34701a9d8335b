/** What the settings say of sound on our server, and when it can be deleted. Pure. */
import { soundLimits } from "#content/sound-limits.ts";
import { timeText } from "./guardian-rules.ts";

/** What is known of an emergency's copy; times are epoch milliseconds. */
export interface StoredFacts {
  readonly begunAt: number;
  readonly storedUntil: number | null;
  /** The server's time of the newest piece. */
  readonly newestAt: number | null;
}

/** From when on the server deletes it if asked to; null where it has nothing. */
function deletableAt({ newestAt }: Pick<StoredFacts, "newestAt">): number | null {
  return newestAt === null ? null : newestAt + soundLimits.undeletableMs;
}

/** Whether it may be offered now. Without an own PIN nobody could say that it is the person who asks. */
export function isDeletable(facts: StoredFacts, now: number, hasPin: boolean): boolean {
  const at = deletableAt(facts);
  return hasPin && at !== null && now >= at;
}

const day = (at: number) =>
  new Date(at).toLocaleDateString([], { day: "numeric", month: "short", year: "numeric" });

/** What the server has of an emergency, and how long. */
export function storedText(facts: StoredFacts, now: number, hasPin: boolean): string {
  const { begunAt, storedUntil } = facts;
  const begun = timeText(begunAt);
  const at = deletableAt(facts);
  if (at === null) return `Recorded ${begun}: our server has nothing of it.`;
  const until = storedUntil === null ? "not its beginning" : `all until ${timeText(storedUntil)}`;
  const kept = `Recorded ${begun}: our server has ${until}. It deletes it on ${day(begunAt + soundLimits.keptDays * 86_400_000)}.`;
  if (now < at) {
    return `${kept} Nobody can delete it before ${timeText(at)}, so that whoever takes this phone cannot.`;
  }
  return hasPin ? kept : `${kept} To delete it earlier, set a PIN of your own.`;
}
