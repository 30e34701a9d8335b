/** The emergency notice at the top of the landing page. */
import { useState } from "react";
import { Icon } from "#components/icon.tsx";
import { useLazyPart } from "#components/loading.ts";
import { countriesId, nationalNumbers, telLink } from "#content/emergency-numbers.ts";
import { support } from "#content/paths.ts";
import classes from "./emergency-notice.module.css";
import type { NoticeNumber } from "./notice-country.tsx";

/** Loaded lazily: what country it is, and its numbers. */
const loadCountry = async () => (await import("./notice-country.tsx")).NoticeCountry;

/** One line on a phone: the emergency numbers, and the way to those of another country. */
export function EmergencyNotice() {
  const [numbers, setNumbers] = useState<readonly NoticeNumber[]>(nationalNumbers);
  const [isOpen, setOpen] = useState(false);
  const NoticeCountry = useLazyPart(loadCountry, true);
  return (
    <aside className={classes.notice} aria-label="Emergency notice">
      <div className={classes.inner}>
        <p>
          <strong className={classes.danger}>In danger?</strong>
          <span className={classes.wide}> This app complements emergency services. Call now:</span>
          {/* Without script it leads to the numbers by country. */}
          <a
            className={classes.other}
            href={`${support}#${countriesId}`}
            data-replay=""
            aria-expanded={NoticeCountry === null ? undefined : isOpen}
            onClick={(event) => {
              event.preventDefault();
              setOpen(!isOpen);
            }}
          >
            Other country
          </a>
        </p>
        <ul className={classes.numbers}>
          {numbers.map(({ number, place }) => (
            <li key={number}>
              <a className={classes.number} href={telLink(number)}>
                <Icon name="phone" />
                <span>
                  <b>{number}</b> {place}
                </span>
              </a>
            </li>
          ))}
        </ul>
      </div>
      {NoticeCountry !== null && <NoticeCountry isOpen={isOpen} onNumbers={setNumbers} />}
    </aside>
  );
}
