/** The emergency numbers and helplines of the person's country, for the support page. Loaded lazily. */
import { countryNow } from "#store/settings/country.ts";
import { CountryHelp } from "./country-help.tsx";

/** Those of the country that was chosen in the settings or at the landing page's notice, or is guessed. */
export function NumbersHere() {
  return (
    <section>
      <h2>Numbers to call</h2>
      <CountryHelp country={countryNow()} />
    </section>
  );
}
