/** The emergency notice at the top of the landing page. */
import { Icon } from "#components/icon.tsx";
import { nationalNumbers, telLink } from "#content/emergency-numbers.ts";
import classes from "./emergency-notice.module.css";

/** The emergency numbers, and what the quick exit does and does not do. */
export function EmergencyNotice() {
  return (
    <aside className={classes.notice} aria-label="Emergency notice">
      <div className={classes.inner}>
        <p className={classes.words}>
          <strong>In immediate danger?</strong> This app complements emergency services. Call now:
        </p>
        <ul className={classes.numbers}>
          {nationalNumbers.map(({ number, place }) => (
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
        <p className={classes.exit}>
          Quick exit opens a weather page
          <span className={classes.scripted}> (or press Shift three times)</span>. It does not erase
          your browser's history.
        </p>
      </div>
    </aside>
  );
}
