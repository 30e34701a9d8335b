/** What pages of the app say where no script runs: the app needs scripts, calls do not. */
import type { ReactNode } from "react";
import { emergencyNumbers } from "#content/limits.ts";
import { CallButtons } from "./call-buttons.tsx";
import classes from "./calls.module.css";

type NeedsScriptProps = {
  /** What the page cannot do, and what to do instead. */
  readonly children: ReactNode;
};

/** The first script hides it before anything is painted, so that it shows only where no script runs: no country is known there. */
export function NeedsScript({ children }: NeedsScriptProps) {
  return (
    <div className={classes.needs}>
      {children}
      <CallButtons numbers={emergencyNumbers} />
    </div>
  );
}
