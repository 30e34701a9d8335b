/** The first words of the page: whom to call when it cannot wait. */
import { Icon } from "#components/icon.tsx";
import { emergencyNumbers } from "#content/resources.ts";
import classes from "./emergency-notice.module.css";

/** The emergency numbers as calls, and what the quick exit does and does not do. */
export function EmergencyNotice() {
  return (
    <aside className={classes.notice} aria-label="Emergency notice">
      <div className={classes.inner}>
        <p className={classes.words}>
          <strong>In immediate danger?</strong> This app complements emergency services. Call now:
        </p>
        <ul className={classes.numbers}>
          {emergencyNumbers.map(({ label, place, href }) => (
            <li key={label}>
              <a className={classes.number} href={href}>
                <Icon name="phone" />
                <span>
                  <b>{label}</b> {place}
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
