/** The text that a contact receives. */
import { ageText, chooseLocation, type LocationChoice } from "#content/position.ts";
import type { Moment } from "#content/time.ts";
import type { Position } from "../machine/state.ts";

/** What the text holds. */
export interface SmsFacts {
  readonly kind: "real" | "test";
  /** The person's own words. */
  readonly text: string;
  readonly position: Position | null;
  /** When help was asked for, epoch milliseconds. */
  readonly at: number;
  readonly now: Moment;
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
};

/**
 * The person's words, whole. Only punctuation that a keyboard sets by itself is made plain: one curly quote would make
 * an SMS UCS-2, with 70 characters instead of 160 (3GPP TS 23.038).
 */
export function plainText(text: string): string {
  return [...text.normalize("NFC")]
    .map((character) => TYPOGRAPHY[character] ?? character)
    .join("")
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

/** The person's words, a map link, its accuracy and the time. Nothing is cut: a phone sends a long text in several SMS. */
export function smsBody(facts: SmsFacts): string {
  const opening = facts.kind === "test" ? "TEST ONLY, no danger. " : "";
  const words = `${opening}${plainText(facts.text)}`.trim();
  const details = [
    ...placeLines(chooseLocation(facts.position, facts.now)),
    `Time: ${timeText(facts.at)}`,
  ];
  return [words, ...details].join("\n");
}
