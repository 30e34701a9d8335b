/** Keeps the emergency numbers that a lock shows at once. */
import { useEffect } from "react";
import { keepCallNumbers } from "#store/settings/country.ts";
import { settingsRecord } from "#store/settings/settings.ts";

/** Renders nothing. Looks at each visit, and when settings change: the phone may be in another country. */
export function CountryKeeper() {
  useEffect(() => {
    keepCallNumbers();
    return settingsRecord.subscribe(keepCallNumbers);
  }, []);
  return null;
}
