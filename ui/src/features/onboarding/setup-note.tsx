/** The quiet line on the main screen that leads back to an unfinished set-up. Loaded lazily. */

import layoutClasses from "#components/layout/layout.module.css";
import * as paths from "#content/paths.ts";
import { noteSetup, SETUP_STEPS } from "#store/settings/setup.ts";
import classes from "./onboarding.module.css";
import { nextStep, progressText, stepsDone } from "./progress.ts";
import { useSetup } from "./use-setup.ts";

/** Nothing once everything is done, and where nobody can say what is. `onGo` shows the set-up without a new document. */
export function SetupNote({ onGo }: { readonly onGo: () => void }) {
  const { facts } = useSetup();
  if (facts === null || facts.isUnread) return null;
  const done = stepsDone(facts).length;
  if (done === SETUP_STEPS.length) return null;
  return (
    <p className={classes.offerNote}>
      <span>Set-up: {progressText(done)}</span>
      <a
        className={layoutClasses.link}
        href={paths.setup}
        onClick={(event) => {
          event.preventDefault();
          noteSetup({ at: nextStep(facts) });
          onGo();
        }}
      >
        {done === 0 ? "Set it up now" : "Continue"}
      </a>
    </p>
  );
}
