/** The report for people: two pages that explain the package to a police officer. */
import { productName } from "#content/product.ts";
import type { ConfirmedTime } from "#store/evidence/receipt-check.ts";
import reportTemplate from "./files/report.html";
import { escaped, filled } from "./fill.ts";
import { eventText } from "./package-words.ts";
import type { PackagedPart } from "./read-part.ts";
import { utcSeconds } from "./tables.ts";
import { NO_TIMES, timesHtml } from "./times.ts";
import { type PackagedToken, tokensHtml } from "./tokens.ts";

/** What the report says. */
export interface ReportFacts {
  readonly parts: readonly PackagedPart[];
  readonly finding: string;
  readonly made: Date;
  readonly browser: string;
  readonly files: readonly string[];
  /** The newest time that the server confirmed. */
  readonly confirmed: ConfirmedTime | null;
  /** Where that server is. */
  readonly origin: string;
  readonly tokens: readonly PackagedToken[];
  /** Null for that of the device. */
  readonly timeZone?: string;
}

/** More of them would need a third page. The log has all. */
const MOST_EVENTS = 14;
/** The same where a server signed times, which takes room too, and where there are tokens. */
const MOST_BESIDE_TIMES = 9;
const MOST_BESIDE_TOKENS = 3;
const MOST_BROWSER = 160;

/** What each file is for, by the beginning of its name; the first that fits counts. */
const purposes: readonly (readonly [start: string, purpose: string])[] = [
  ["original/", "the sound as it was recorded, byte for byte"],
  ["playable/", "the same sound, with its length in the header, to listen to"],
  ["links.csv", "each piece of sound: its place, length, times and fingerprints"],
  ["parts.csv", "the parts, and where the chain of each begins and ends"],
  ["gaps.txt", "the sentences about interruptions"],
  ["receipts.csv", "the times that a server signed, each with a fingerprint"],
  ["receipt-keys.csv", "the public keys that check them"],
  ["tokens/", "time-stamp tokens, each for a fingerprint"],
  ["tokens.csv", "which fingerprint each token is for"],
  ["log.txt", "what happened, from the first sound to this folder"],
  ["places.csv", "places that the device noted"],
  ["messages.csv", "messages that the app prepared"],
  ["protocols.html", "this folder beside two protocols for evidence, for a lawyer"],
  ["certification", "a draft for an expert in the United States to check and sign"],
  ["verify.py", "the check, for Python 3"],
  ["verify.sh", "the check, for openssl"],
  ["manifest.sha256", "the fingerprint of every other file"],
];

/** A time as a person reads it on the device. */
function localText(at: number | Date, timeZone: string | undefined): string {
  const time = new Date(at);
  if (Number.isNaN(time.getTime())) return "?";
  const zone = timeZone === undefined ? {} : { timeZone };
  const options = { dateStyle: "medium", timeStyle: "medium", hour12: false, ...zone } as const;
  return time.toLocaleString("en-GB", options);
}

/** The same with the time in UTC. */
function timeText(at: number | Date, timeZone: string | undefined): string {
  return `${localText(at, timeZone)} on the device (${utcSeconds(Number(at))})`;
}

/** Seconds as hours, minutes and seconds. */
function lengthText(seconds: number): string {
  const whole = Math.round(seconds);
  const two = (value: number) => String(Math.floor(value) % 60).padStart(2, "0");
  return `${Math.floor(whole / 3_600)}:${two(whole / 60)}:${two(whole)} (hours, minutes, seconds)`;
}

const row = (...cells: readonly string[]) =>
  `<tr>${cells.map((cell) => `<td>${escaped(cell)}</td>`).join("")}</tr>`;

function eventRows(
  parts: readonly PackagedPart[],
  timeZone: string | undefined,
  most: number,
): string {
  const events = parts.flatMap((part) => part.events);
  const rows = events
    .slice(0, most)
    .map((event) => row(localText(event.at, timeZone), eventText(event)));
  const more = events.length - rows.length;
  return [...rows, ...(more > 0 ? [row("", `And ${more} more: see log.txt.`)] : [])].join("");
}

function mostEvents(signed: string, stamped: string): number {
  if (stamped !== "") return MOST_BESIDE_TOKENS;
  return signed === NO_TIMES ? MOST_EVENTS : MOST_BESIDE_TIMES;
}

/** A row for each kind of file. */
function fileRows(files: readonly string[]): string {
  return purposes
    .filter(([start]) => files.some((name) => name.startsWith(start)))
    .map(([start, purpose]) =>
      row(files.find((name) => name === start) ?? fullName(files, start), purpose),
    )
    .join("");
}
const fullName = (files: readonly string[], start: string) =>
  start.endsWith("/") ? start : (files.find((name) => name.startsWith(start)) ?? start);

/** `report.html`. */
export function reportHtml(facts: ReportFacts): string {
  const { parts, finding, made, browser, files, confirmed, origin, tokens, timeZone } = facts;
  const events = parts.flatMap((part) => part.events);
  const head = parts.at(-1)?.head ?? "?";
  const signed = timesHtml({ confirmed, events, origin });
  const stamped = tokensHtml(tokens, head);
  const times = signed === NO_TIMES && stamped !== "" ? stamped : signed + stamped;
  const began = events.find(({ type }) => type === "began");
  const ended = events.findLast(({ type }) => type === "ended");
  return filled(reportTemplate, {
    app: escaped(productName),
    began: escaped(began ? timeText(began.at, timeZone) : "?"),
    ended: escaped(ended ? timeText(ended.at, timeZone) : "?"),
    length: lengthText(parts.reduce((sum, { seconds }) => sum + seconds, 0)),
    parts: String(parts.length),
    made: escaped(timeText(made, timeZone)),
    browser: escaped(browser.slice(0, MOST_BROWSER)),
    finding: escaped(finding),
    head,
    times,
    events: eventRows(parts, timeZone, mostEvents(signed, stamped)),
    files: fileRows(files),
  });
}
