/** Calls to the emergency numbers, which every lock offers without a PIN. */
import { ButtonLink } from "#components/button.tsx";
import { Icon } from "#components/icon.tsx";
import { emergencyNumbers } from "#content/limits.ts";
import classes from "./call-buttons.module.css";

/** One large link for each emergency number. */
export function CallButtons() {
  return (
    <nav className={classes.row} aria-label="Call for help">
      {emergencyNumbers.map((number) => (
        <ButtonLink key={number} tone="secondary" className={classes.call} href={`tel:${number}`}>
          <Icon name="phone" />
          <span>
            <span className={classes.word}>Call </span>
            {number}
          </span>
        </ButtonLink>
      ))}
    </nav>
  );
}
