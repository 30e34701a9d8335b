/** What the guardian's page says of an emergency's sound. Pure. */
import { clockText } from "#content/local-dates.ts";
import type { Flaw, Gap, Refused } from "#sync/heard-rules.ts";

/** A time of day to the second, with the day where it is another one than that of `known`. */
const clock = (at: number, known: number) => clockText(at, known, { timeStyle: "medium" });

const counted = (count: number, what: string) =>
  count === 1 ? `One ${what} is` : `${count} ${what}s are`;

/** What the server could not give. */
export function delayedText(count: number): string {
  return `${counted(count, "piece")} not to be had now. This page asks again.`;
}

/** How far the sound is here; the first time is the phone's, the second one the server's. */
export function untilText(
  newest: { readonly at: number; readonly receivedAt: number } | null,
  waiting: number,
  now: number,
): string {
  if (newest === null) return waiting > 0 ? "Fetching sound..." : "No sound came yet.";
  const { at, receivedAt } = newest;
  const rest = waiting > 0 ? ` ${counted(waiting, "more piece")} being fetched.` : "";
  return `Recorded until ${clock(at, now)}, received ${clock(receivedAt, at)}.${rest}`;
}

/** How many gaps are named. */
const NAMED = 5;

/** What is missing, as sentences; nothing while it may still come. */
export function gapTexts(gaps: readonly Gap[], isWaiting: boolean): readonly string[] {
  if (isWaiting) return [];
  const named = gaps
    .slice(0, NAMED)
    .map(({ from, to }) => `Missing: ${clock(from, from)} to ${clock(to, from)}.`);
  const more = gaps.length - NAMED;
  return more > 0 ? [...named, `${more} more gaps.`] : named;
}

const flaws: Readonly<Record<Exclude<Flaw, "gone">, string>> = {
  altered: "it was altered on its way",
  moved: "it is not in its place",
  repeated: "it repeats another one",
  "of another emergency": "it is of another emergency",
  "does not fit the chain": "its sound is not what was recorded",
  "contradicts what came before": "it contradicts what came before",
};

/** What was refused, and why. It is never played. */
export function refusedTexts(refused: readonly Refused[]): readonly string[] {
  return [...new Set(refused.map(({ flaw }) => flaw))].map((flaw) => {
    const count = refused.filter((one) => one.flaw === flaw).length;
    if (flaw === "gone") return `${counted(count, "piece")} not on our server any more.`;
    const pieces = count === 1 ? "One piece was" : `${count} pieces were`;
    return `${pieces} refused: ${flaws[flaw]}.`;
  });
}
