/**
 * The country whose numbers this device shows. Loaded lazily, with its tables: what a lock needs of it is stored as a few
 * digits (`call-numbers.ts`), which are renewed whenever the app is opened or shown, and when the settings change.
 */
import { guessCountry, isSpecified } from "#content/country/guess-rules.ts";
import { type Call, callsOf } from "#content/country/numbers.ts";
import { callNumbersKey } from "#content/device-records.ts";
import { languages, timeZone } from "#platform/browser.ts";
import { readText, removeText, writeText } from "#platform/storage/storage.ts";
import { settingsRecord } from "./settings.ts";

/** The key of what was chosen beside the emergency notice of the landing page, where no settings are. */
const NOTICE_KEY = "heartRateCountry";

/** The ISO code of the country by what the person chose, in the settings first, or by the guess. */
export function countryNow(chosen = settingsRecord.read().country): string | undefined {
  return guessCountry({
    chosen: chosen || (readText(NOTICE_KEY) ?? ""),
    timeZone: timeZone(),
    languages: languages(),
    contactNumbers: settingsRecord.read().contacts.map(({ phoneNumber }) => phoneNumber),
  });
}

/** Keeps what was chosen beside the notice, and the numbers with it. */
export function chooseAtNotice(country: string): void {
  writeText(NOTICE_KEY, country);
  keepCallNumbers();
}

/** The numbers of a country; none where the specification's are to be shown. */
export function callsIn(country: string | undefined): readonly Call[] {
  return country === undefined || isSpecified(country) ? [] : callsOf(country);
}

/** Stores the numbers of the country for screens that cannot wait for this module. */
export function keepCallNumbers(): void {
  const numbers = callsIn(countryNow()).map(({ number }) => number);
  if (numbers.length === 0) removeText(callNumbersKey);
  else writeText(callNumbersKey, numbers.join(" "));
}
