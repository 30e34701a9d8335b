/** Calls to the emergency numbers, which every lock offers without a PIN. */

import type { ReactNode } from "react";
import { ButtonLink } from "#components/button.tsx";
import { Icon } from "#components/icon.tsx";
import { emergencyNumbers } from "#content/limits.ts";
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

type NeedsScriptProps = {
  /** What the page cannot do, and what to do instead. */
  readonly children: ReactNode;
};

/**
 * What pages of the app say where no script runs: the app needs scripts, calls do not. The first script hides it before
 * anything is painted, so that it shows only where no script runs: no country is known there.
 */
export function NeedsScript({ children }: NeedsScriptProps) {
  return (
    <div className={classes.needs}>
      {children}
      <CallButtons numbers={emergencyNumbers} />
    </div>
  );
}
