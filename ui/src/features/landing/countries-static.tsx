/** The emergency numbers of each country where the sources agree, for those who have no script and for those who look for another country. */

import layoutClasses from "#components/layout/layout.module.css";
import { countryOptions } from "#content/country/names.ts";
import { callsOf } from "#content/country/numbers.ts";
import { countriesId, telLink } from "#content/emergency-numbers.ts";
import { Fold } from "./section.tsx";
import classes from "./support.module.css";

/** Lists them by the countries' names. */
export function Countries() {
  return (
    <div>
      <Fold id={countriesId} title="Emergency numbers by country" level={2}>
        <ul className={classes.countries}>
          {countryOptions().map(({ value, label }) => (
            <li key={value} className={classes.country}>
              {label}
              {callsOf(value).map(({ number, place }) => (
                <a key={number} className={layoutClasses.link} href={telLink(number)}>
                  {number} {place}
                </a>
              ))}
            </li>
          ))}
        </ul>
        <p>Is a country missing? Then our sources name different numbers for it.</p>
      </Fold>
    </div>
  );
}
