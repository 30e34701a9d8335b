/** The set-up's last step: a test emergency, run to its end. */
import { Button } from "#components/button.tsx";
import { Notice } from "#components/layout/notice.tsx";
import { More } from "#components/layout/rows.tsx";
import type { SetupStep } from "#store/settings/setup.ts";
import classes from "./onboarding.module.css";
import { isStepDone, isStepUnread, type SetupFacts } from "./progress.ts";

type TestStepProps = {
  readonly facts: SetupFacts;
  /** The PIN that is printed in public. */
  readonly demoPin: string;
  readonly start: () => void;
  readonly onDone: () => void;
  readonly goTo: (step: SetupStep) => void;
};

/** Needs a person, because the test prepares a message; it is done once the PIN has ended it. */
export function TestStep({ facts, demoPin, start, onDone, goTo }: TestStepProps) {
  const isDone = isStepDone("test", facts);
  if (isStepUnread("person", facts)) {
    return <p>The test prepares a message, and your contacts can't be read now.</p>;
  }
  if (!isStepDone("person", facts)) {
    return (
      <>
        <p>The test prepares a message, so it needs the person first.</p>
        <Button onClick={() => goTo("person")}>Add a person</Button>
      </>
    );
  }
  const hasPin = isStepDone("pin", facts);
  return (
    <>
      <ol className={classes.lines}>
        <li>Press the button. The screen locks, and your messages app may open.</li>
        <li>Come back, with or without sending.</li>
        <li>Type {hasPin ? "your PIN" : demoPin} to end the test.</li>
        <li>Delete the text in your messages app.</li>
      </ol>
      <More title="What a test does">
        <p className={classes.note}>
          The screen locks. Sound is recorded if the microphone is allowed. A message that says it
          is a test is prepared. Guardians get the test too.
        </p>
      </More>
      {isDone && <Notice tone="good">You ran a test and ended it.</Notice>}
      <Button tone={isDone ? "secondary" : "primary"} onClick={start}>
        TEST EMERGENCY
      </Button>
      {isDone && <Button onClick={onDone}>Continue</Button>}
    </>
  );
}
