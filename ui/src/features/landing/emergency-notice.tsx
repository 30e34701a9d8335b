/** The emergency notice at the top of the landing page. */
import { Icon } from "#components/icon.tsx";
import { nationalNumbers, telLink } from "#content/emergency-numbers.ts";
import classes from "./emergency-notice.module.css";

/** One line on a phone: the emergency numbers. */
export function EmergencyNotice() {
  return (
    <aside className={classes.notice} aria-label="Emergency notice">
      <div className={classes.inner}>
        <p>
          <strong className={classes.danger}>In danger?</strong>
          <span className={classes.wide}> This app complements emergency services. Call now:</span>
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
      </div>
    </aside>
  );
}
