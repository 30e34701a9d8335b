/** The numbers and helplines of a country. Loaded lazily. */
import textClasses from "#components/text.module.css";
import { directories, helplinesChecked, helplinesOf } from "#content/country/helplines.ts";
import { callsOf } from "#content/country/numbers.ts";
import { telLink } from "#content/emergency-numbers.ts";
import { monthText } from "#content/local-dates.ts";
import { countryNow } from "#store/settings/country.ts";
import classes from "./emergency-notice.module.css";

/** All of the country as links, and the directories of all helplines as text. */
export function CountryHelp({ country = "" }: { readonly country?: string | undefined }) {
  const helplines = helplinesOf(country);
  const lines = [
    ...callsOf(country).map(({ number, place }) => ({ number, name: place })),
    ...helplines,
  ];
  return (
    <>
      <ul className={classes.lines}>
        {lines.map(({ number, name }) => (
          <li key={number}>
            <a className={classes.line} href={telLink(number)}>
              {name}: {number}
            </a>
          </li>
        ))}
      </ul>
      {helplines.length > 0 && (
        <p className={textClasses.note}>Helplines checked {monthText(helplinesChecked)}</p>
      )}
      <p>Lists of helplines in all countries: {directories.join(" and ")}.</p>
    </>
  );
}

/** Those of the country that was chosen in the settings or at the landing page's notice, or is guessed. */
export function NumbersHere() {
  return (
    <section>
      <h2>Numbers to call</h2>
      <CountryHelp country={countryNow()} />
    </section>
  );
}
