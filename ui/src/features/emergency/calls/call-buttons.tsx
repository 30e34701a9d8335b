/** Calls to the emergency numbers, which every lock offers without a PIN. */
import { ButtonLink } from "#components/button.tsx";
import { Icon } from "#components/icon.tsx";
import { callNumbersText } from "#store/settings/call-numbers.ts";
import classes from "./calls.module.css";

/** One large link for each of the numbers, which are separated by spaces. */
export function CallButtons({ numbers = callNumbersText() }) {
  return (
    <nav className={classes.row} aria-label="Call for help">
      {numbers.split(" ").map((number) => (
        <ButtonLink
          key={number}
          tone="secondary"
          className={classes.call}
          href={`tel:${number}`}
          aria-label={`Call ${number}`}
        >
          <Icon name="phone" />
          {number}
        </ButtonLink>
      ))}
    </nav>
  );
}
