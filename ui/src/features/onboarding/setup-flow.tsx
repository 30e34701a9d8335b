/** The set-up: four short screens, one at a time, and a summary of what is done. */
import { useEffect, useRef } from "react";
import { Button } from "#components/button.tsx";
import { Card } from "#components/layout/card.tsx";
import layoutClasses from "#components/layout/layout.module.css";
import { Notice } from "#components/layout/notice.tsx";
import { storageUnread } from "#content/saved-words.ts";
import { noteSetup, SETUP_STEPS, type SetupRecord, type SetupStep } from "#store/settings/setup.ts";
import { InstallFirst } from "./install-first.tsx";
import classes from "./onboarding.module.css";
import { PermissionsStep } from "./permissions-step.tsx";
import {
  isStepDone,
  isStepUnread,
  type SetupFacts,
  screenAfter,
  screenBefore,
  stepsDone,
} from "./progress.ts";
import { type SetupParts, stepTexts } from "./setup-screens.ts";
import { SetupSummary } from "./setup-summary.tsx";
import { TestStep } from "./test-step.tsx";
import { useSetup } from "./use-setup.ts";

const goTo = (at: SetupRecord["at"]) => noteSetup({ at });

/** Shows the screen at which the set-up stands; it comes back to it after a test emergency or a reload. */
export function SetupFlow(parts: SetupParts) {
  const { facts, ask } = useSetup();
  if (facts === null) return <p role="status">One moment...</p>;
  return <Screen {...{ parts, facts, ask }} />;
}

type ScreenProps = {
  readonly parts: SetupParts;
  readonly facts: SetupFacts;
  readonly ask: () => void;
};

function Screen({ parts, facts, ask }: ScreenProps) {
  const { at } = facts.setup;
  const heading = useFocusOnChange(at);
  if (at === "summary") {
    return (
      <>
        <Progress at={at} facts={facts} />
        <SetupSummary heading={heading} facts={facts} parts={parts} goTo={goTo} />
      </>
    );
  }
  const { title, reason } = stepTexts[at];
  const before = screenBefore(at);
  const isDone = isStepDone(at, facts);
  const goOn = () => goTo(screenAfter(at));
  return (
    <>
      <Progress at={at} facts={facts} />
      {at === "person" && (
        <InstallFirst displayName={parts.displayName} copy={parts.copy} paste={parts.paste(goOn)} />
      )}
      <Card className={layoutClasses.wide}>
        <div className={classes.words}>
          <h2 ref={heading} tabIndex={-1} className={classes.title}>
            {title}
          </h2>
          <p className={classes.reason}>{reason}</p>
        </div>
        {isStepUnread(at, facts) && <Unread />}
        {at === "person" && parts.person(goOn)}
        {at === "pin" && parts.pin(goOn)}
        {at === "permissions" && (
          <PermissionsStep facts={facts} ask={ask} triggers={parts.triggers} onDone={goOn} />
        )}
        {at === "test" && (
          <TestStep
            facts={facts}
            demoPin={parts.demoPin}
            start={parts.startTest}
            onDone={goOn}
            goTo={goTo}
          />
        )}
      </Card>
      <div className={classes.ways}>
        {before !== null && (
          <Button tone="quiet" onClick={() => goTo(before)}>
            Back
          </Button>
        )}
        {!isDone && (
          <Button tone="quiet" className={classes.skip} onClick={goOn}>
            Skip for now
          </Button>
        )}
      </div>
    </>
  );
}

/** Moves the focus to the heading of each new screen, which is read out then; not to that of the first. */
function useFocusOnChange(at: SetupRecord["at"]) {
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(at);
  useEffect(() => {
    if (shown.current === at) return;
    shown.current = at;
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: "nearest" });
  }, [at]);
  return heading;
}

function Unread() {
  return (
    <Notice tone="bad">
      {storageUnread.title}. {storageUnread.description}
    </Notice>
  );
}

function Progress({ at, facts }: { at: SetupRecord["at"]; facts: SetupFacts }) {
  const done = stepsDone(facts);
  const isDone = (step: SetupStep) => done.includes(step);
  const stateText = (step: SetupStep) => {
    if (isStepUnread(step, facts)) return "can't be read now";
    return isDone(step) ? "done" : "not done";
  };
  return (
    <ol className={classes.progress} aria-label={`Set-up: ${done.length} of ${SETUP_STEPS.length}`}>
      {SETUP_STEPS.map((step) => (
        <li
          key={step}
          className={classes.mark}
          data-done={isDone(step) || undefined}
          aria-current={step === at ? "step" : undefined}
        >
          <button type="button" className={classes.jump} onClick={() => goTo(step)}>
            {stepTexts[step].short}
            <span className={classes.unseen}>, {stateText(step)}</span>
          </button>
        </li>
      ))}
    </ol>
  );
}
