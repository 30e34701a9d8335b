/** Whom to talk to after an emergency, in the person's country. */

import layoutClasses from "#components/layout/layout.module.css";
import textClasses from "#components/text.module.css";
import { isSpecified } from "#content/country/guess-rules.ts";
import { directories, helplinesOf } from "#content/country/helplines.ts";
import { telLink } from "#content/emergency-numbers.ts";
import { violenceLines } from "#content/resources.ts";
import { countryNow } from "#store/settings/country.ts";
import classes from "./ended-screen.module.css";

/** A line as shown. */
interface Line {
  readonly label: string;
  readonly name: string;
  readonly purpose?: string;
  readonly href: string;
}

/** The lines of the country; those of the specification for its countries, and where no country is known. */
function linesFor(country: string | undefined): readonly Line[] {
  if (country === undefined || isSpecified(country)) return violenceLines;
  return helplinesOf(country).map(({ number, name }) => ({
    label: number,
    name,
    href: telLink(number),
  }));
}

/** The lines as links, and in other countries the directories of all of them, as text. */
export function TalkLines() {
  const country = countryNow();
  const lines = linesFor(country);
  return (
    <>
      <ul className={layoutClasses.close}>
        {lines.map(({ label, name, purpose, href }) => (
          <li key={label}>
            <a className={classes.line} href={href}>
              {name}: {label}
            </a>
            {purpose !== undefined && <span className={textClasses.note}>{purpose}</span>}
          </li>
        ))}
      </ul>
      {!isSpecified(country) && (
        <p className={textClasses.note}>
          Lists of helplines in all countries: {directories.join(" and ")}. Visits may show in the
          browser's history.
        </p>
      )}
    </>
  );
}
