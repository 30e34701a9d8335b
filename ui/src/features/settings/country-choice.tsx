/** The country whose emergency numbers the app shows. Loaded lazily, with the names of all countries. */

import { SelectField } from "#components/form/select-field.tsx";
import { showToast } from "#components/toast/toast-store.ts";
import { countryName, countryOptions } from "#content/country/names.ts";
import { settingsSaved } from "#content/saved-words.ts";
import { keepStorage } from "#platform/storage/storage.ts";
import { countryNow } from "#store/settings/country.ts";
import { settingsRecord } from "#store/settings/settings.ts";
import { isSavedForGood } from "#store/settings/settings-copy.ts";
import { useCallNumbers } from "#store/settings/use-call-numbers.ts";
import { announceTaken } from "./transfer/taken-over.ts";

/** Stores the choice at once; open forms are told, so that saving them keeps it. */
async function choose(country: string): Promise<void> {
  const isSaved = settingsRecord.write({ ...settingsRecord.read(), country });
  if (isSaved) announceTaken({ country });
  void keepStorage();
  const isForGood = await isSavedForGood();
  showToast(settingsSaved(isSaved, isForGood));
}

/** The list of countries, and the numbers that the lock shows. */
export function CountryChoice() {
  const { country } = settingsRecord.use();
  const guessed = countryNow("");
  const guess = guessed === undefined ? "not known" : countryName(guessed);
  return (
    <SelectField
      label="Emergency numbers for"
      hint={`The lock shows: ${useCallNumbers().join(", ")}.`}
      options={[{ value: "", label: `Automatic (${guess})` }, ...countryOptions()]}
      value={country}
      onChange={(value) => void choose(value)}
    />
  );
}
