/** What the settings say of a linked guardian. Pure. */
import { guardianLimits } from "#content/limits.ts";

/** What the server says of a link, as far as the settings show it; times are Unix seconds. */
export interface Known {
  readonly state: "open" | "claimed" | "ended";
  readonly owned: {
    readonly push: "works" | "none" | "broken";
    readonly brokenSince: number | null;
    readonly pushedSeq: number | null;
  } | null;
}

/** A time of day with its day, in this device's words. */
export function timeText(at: number): string {
  const options = { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" } as const;
  return new Date(at).toLocaleString([], options);
}

/** The state of a link in a few words; `answeredAt` is the time of the last answer, in epoch milliseconds. */
export function stateText({ state, owned }: Known, answeredAt: number | null): string {
  if (state === "ended") return "Ended by the guardian.";
  if (owned === null) return "Linked.";
  if (owned.push === "works") {
    return answeredAt === null
      ? "Takes notifications. No answer yet."
      : `Answers: last on ${timeText(answeredAt)}.`;
  }
  if (owned.push === "none") return "Page only, no notifications.";
  return owned.brokenSince === null
    ? "Link broken: notifications do not arrive."
    : `Link broken since ${timeText(owned.brokenSince * 1000)}: notifications do not arrive.`;
}

/** The state of a link over which the server takes nothing, since a time in epoch milliseconds. */
export function refusedText(since: number): string {
  return `Link broken since ${timeText(since)}: the server refuses what this phone sends.`;
}

/** What mends a link that does not work. */
export function cureText(name: string, isRefused: boolean): string {
  return isRefused
    ? `${name} is not alerted over this link. Text messages and calls still work. Unlink ${name} and link them again.`
    : `Ask ${name} to open their page and to allow notifications there, or link them again.`;
}

/** Whether the person must do something before this guardian is of use again. */
export function needsCare({ state, owned }: Known): boolean {
  return state === "ended" || owned?.push === "broken";
}

/** Whether to propose a test message: the last one, or the link, is older than a month. */
export function isTestDue(
  { testedAt, linkedAt }: { readonly testedAt: number | null; readonly linkedAt: number },
  now: number,
): boolean {
  return now - (testedAt ?? linkedAt) > guardianLimits.testAfterMs;
}

/** What became of the test message with the number `sent`. */
export function testText(sent: number, known: Known | null, name: string): string {
  const pushed = known?.owned?.pushedSeq ?? null;
  return pushed !== null && sent <= pushed
    ? `Sent to ${name}'s phone. When ${name} answers, it shows here.`
    : `Stored for ${name}. It appears when ${name}'s page is open. When ${name} answers, it shows here.`;
}
