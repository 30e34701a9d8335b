/** The emergency numbers as the pages name and call them. */
import { americanNumber, australianNumber, mobileNumber } from "./limits.ts";

/** The numbers by country. */
export const nationalNumbers = [
  { number: australianNumber, place: "Australia" },
  { number: americanNumber, place: "USA" },
] as const;

/** Where the support page has the numbers by country. */
export const countriesId = "countries";

/** The `tel:` link of a number, without the separators between its digits. */
export function telLink(number: string): string {
  return `tel:${number.replace(/[^+\d]/g, "")}`;
}

/** All numbers in a sentence: "000, 112 and 911". */
export function numbersText(joinedBy: "and" | "or"): string {
  return `${australianNumber}, ${mobileNumber} ${joinedBy} ${americanNumber}`;
}

/** The numbers by country in a sentence: "000 in Australia or 911 in the USA". */
export function nationalText(joinedBy: "and" | "or"): string {
  return `${australianNumber} in Australia ${joinedBy} ${americanNumber} in the USA`;
}
