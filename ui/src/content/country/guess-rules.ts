/**
 * Which country somebody is in, guessed on the device from what it tells anyway; never from the network's address.
 *
 * 1. What the person chose counts.
 * 2. Then the time zone, which phones take from the network around them: emergency calls are made where the phone is.
 * 3. Where that names no country, the calling code with which every contact's number begins. It comes second because
 *    people write numbers of their own country without one, so that those with one are often of family abroad.
 * 4. Last the region of the first language ("pt-BR"). A language without one says nothing.
 */
import { countryOfNumber } from "./calling-codes.ts";
import { countryOfZone } from "./zones.ts";

/** What is known. */
export interface Signs {
  /** The ISO code that the person chose, or "". */
  readonly chosen: string;
  /** The name of the time zone: "Europe/Berlin". */
  readonly timeZone: string;
  /** The browser's languages, the preferred one first. */
  readonly languages: readonly string[];
  /** The contacts' numbers as typed. */
  readonly contactNumbers: readonly string[];
}

/** The calling code's country when all numbers agree. */
function contactsCountry(numbers: readonly string[]): string | undefined {
  const countries = new Set(numbers.map(countryOfNumber));
  return countries.size === 1 ? [...countries][0] : undefined;
}

/** The region in a language tag. */
function regionOf(language = ""): string | undefined {
  return /^[a-z]{2,3}(?:-[a-z]{4})?-([a-z]{2})(?:-|$)/i.exec(language)?.[1]?.toUpperCase();
}

/** The ISO code of the country; undefined where nothing tells it. */
export function guessCountry(signs: Signs): string | undefined {
  return (
    (signs.chosen || undefined) ??
    countryOfZone(signs.timeZone) ??
    contactsCountry(signs.contactNumbers) ??
    regionOf(signs.languages[0])
  );
}

/** Whether the texts of the specification, which name the numbers of Australia and the USA, are those to show. */
export function isSpecified(country: string | undefined): boolean {
  return country === undefined || country === "AU" || country === "US";
}
