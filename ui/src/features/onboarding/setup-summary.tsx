/** The end of the set-up: what is done, and what is not. */
import type { RefObject } from "react";
import { Button } from "#components/button.tsx";
import { Icon } from "#components/icon.tsx";
import { Card } from "#components/layout/card.tsx";
import layoutClasses from "#components/layout/layout.module.css";
import { storageUnread } from "#content/saved-words.ts";
import { SETUP_STEPS, type SetupStep } from "#store/settings/setup.ts";
import classes from "./onboarding.module.css";
import { isStepUnread, mayAskAgain, progressText, type SetupFacts, stepsDone } from "./progress.ts";
import { type SetupParts, stepTexts } from "./setup-screens.ts";

type SetupSummaryProps = {
  readonly heading: RefObject<HTMLHeadingElement | null>;
  readonly facts: SetupFacts;
  readonly parts: Pick<SetupParts, "unheard" | "goHome" | "goToHeart">;
  readonly goTo: (step: SetupStep) => void;
};

const STARTS = "You can start an emergency already.";
const UNREADY = `${STARTS} It may be slower or protect you less until the rest is done.`;

const ASKS_AGAIN =
  "You may be asked again for the location and the microphone the next time you open the app. Choose Allow. Until then nothing is recorded.";

const OPTIONAL =
  "If you like, link a guardian in the settings. Their browser is told about an emergency, and you need not tap again.";

/** What is ready, and that voice monitoring is off or hears nothing: it is no step of the set-up. */
function readyText({ settings }: SetupFacts, unheard: string | null): string {
  if (unheard !== null) {
    return `Everything below is ready. ${unheard} Repeat the test now and then.`;
  }
  return settings.isListeningEnabled
    ? "Everything is ready. Keep the app open on the screen for voice monitoring, and repeat the test now and then."
    : `Everything below is ready. Voice monitoring is off: to start an emergency by voice, switch Listening on under ${stepTexts.permissions.short}. Repeat the test now and then.`;
}

/** What is said above the steps, of which not all are done. */
const openTexts = (
  done: number,
  { isUnread }: SetupFacts,
): readonly [title: string, text: string] =>
  isUnread
    ? [storageUnread.title, `${storageUnread.description} ${STARTS}`]
    : [progressText(done), UNREADY];

/** Says "You're Protected!" only while every step is done. */
export function SetupSummary({ heading, facts, parts, goTo }: SetupSummaryProps) {
  const done = stepsDone(facts);
  const isAll = done.length === SETUP_STEPS.length;
  const [title, text] = isAll
    ? ["You're Protected!", readyText(facts, parts.unheard)]
    : openTexts(done.length, facts);
  const stateText = (step: SetupStep) => {
    if (isStepUnread(step, facts)) return "Can't be read now";
    return done.includes(step) ? "Done" : "Not yet";
  };
  return (
    <Card className={layoutClasses.wide}>
      <div className={classes.words}>
        <h2 ref={heading} tabIndex={-1} className={classes.title}>
          {title}
        </h2>
        <p className={classes.reason}>{text}</p>
      </div>
      <ul className={layoutClasses.stack}>
        {SETUP_STEPS.map((step) => (
          <li key={step} className={classes.result} data-done={done.includes(step) || undefined}>
            <Icon name={done.includes(step) ? "check" : "info"} />
            <span>
              {stepTexts[step].title}
              <span className={classes.note}>{stateText(step)}</span>
            </span>
            {!done.includes(step) && !isStepUnread(step, facts) && (
              <Button tone="secondary" onClick={() => goTo(step)}>
                Do it now<span className={classes.unseen}>: {stepTexts[step].title}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
      {mayAskAgain(facts) && <p className={classes.note}>{ASKS_AGAIN}</p>}
      <p className={classes.note}>{OPTIONAL}</p>
      {isAll ? (
        <Button onClick={parts.goToHeart}>Open Heart Monitor</Button>
      ) : (
        <Button tone="quiet" onClick={parts.goHome}>
          Later
        </Button>
      )}
    </Card>
  );
}
