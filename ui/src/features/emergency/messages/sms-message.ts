/** The text that a contact receives. */
import { emergencyTimes } from "#content/limits.ts";
import { ageText, type Clocks, chooseLocation, type LocationChoice } from "#content/position.ts";
import type { Position } from "../machine/state.ts";

/** What the text holds. */
export interface SmsFacts {
  readonly kind: "real" | "test";
  /** The person's own words. */
  readonly text: string;
  readonly position: Position | null;
  /** When the emergency began, epoch milliseconds. */
  readonly at: number;
  readonly now: Clocks;
}

const TYPOGRAPHY: Readonly<Record<string, string>> = {
  "\u2018": "'",
  "\u2019": "'",
  "\u201c": '"',
  "\u201d": '"',
  "\u2013": "-",
  "\u2014": "-",
  "\u2026": "...",
  "\u00a0": " ",
  "\u00df": "ss",
  "\u00e6": "ae",
  "\u00c6": "AE",
  "\u00f8": "o",
  "\u00d8": "O",
};

/**
 * The text in ASCII where the words stay readable: one character outside the GSM alphabet, such as a curly quote, makes
 * an SMS UCS-2, with 70 characters instead of 160 (3GPP TS 23.038). Letters without a plain form stay.
 */
export function plainText(text: string): string {
  return [...text]
    .map((character) => TYPOGRAPHY[character] ?? character)
    .join("")
    .normalize("NFKD")
    .replaceAll(/([A-Za-z])\p{Mark}+/gu, "$1")
    .normalize("NFC")
    .replaceAll(/[^\x20-\x7e\n\p{Letter}\p{Number}\p{Mark}]/gu, "")
    .trim();
}

const twoDigits = (value: number) => String(value).padStart(2, "0");

/** Date and time in the device's time zone. */
export function timeText(at: number): string {
  const date = new Date(at);
  const day = [date.getFullYear(), date.getMonth() + 1, date.getDate()].map(twoDigits).join("-");
  return `${day} ${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`;
}

/** A link to the position on a map. */
export function mapsLink(position: Position): string {
  const { latitude, longitude } = position;
  return `https://maps.google.com/?q=${latitude.toFixed(5)},${longitude.toFixed(5)}`;
}

function placeLines(choice: LocationChoice): string[] {
  if (choice.kind === "none") {
    return ["Location unavailable"];
  }
  const age = choice.kind === "aged" ? `, position ${ageText(choice.ageMs)}` : "";
  const metres = Math.round(choice.position.accuracy);
  return [`Location: ${mapsLink(choice.position)}`, `Accuracy: ${metres} m${age}`];
}

/** The person's words, a map link, its accuracy and the time: under 300 characters, by shortening the words. */
export function smsBody(facts: SmsFacts): string {
  const details = [
    ...placeLines(chooseLocation(facts.position, facts.now)),
    `Time: ${timeText(facts.at)}`,
  ].join("\n");
  const opening = facts.kind === "test" ? "TEST ONLY, no danger. " : "";
  const room = emergencyTimes.messageMaximumCharacters - 1 - details.length - 1 - opening.length;
  const words = plainText(facts.text).slice(0, room).trim();
  return `${opening}${words}\n${details}`;
}
