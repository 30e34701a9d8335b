/** The intro at the first visit, with texts of an ordinary heart monitor. */
import { useEffect, useState } from "react";
import { Button } from "#components/button.tsx";
import { ProgressDots } from "#components/layout/screen.tsx";
import { introTimes } from "#content/limits.ts";
import { runningTime } from "#platform/clock.ts";
import { introRecord } from "#store/settings/setup.ts";
import { IntroDialog } from "./intro-dialog.tsx";
import { introStepAt } from "./machine.ts";
import classes from "./onboarding.module.css";

const STEPS = [
  { title: "Your heart at a glance", text: "The heart shows beats per minute." },
  { title: "Every step counts", text: "Your steps of today are below it." },
  { title: "A week in view", text: "The bars show how active you were." },
  { title: "Ready", text: "Tap the heart for settings." },
] as const;

/** Advances from step 0 to step 3, one every three seconds or at a tap; the user can skip it. */
export function Intro() {
  const isOpen = !introRecord.use();
  const { step, goOn } = useIntroStep(isOpen);
  const isLast = step === introTimes.maximumStep;
  const end = () => introRecord.write(true);
  const content = STEPS[step] ?? STEPS[0];
  if (!isOpen) return null;
  return (
    <IntroDialog onClose={end} title="Welcome">
      <div className={classes.step} aria-live="polite">
        <p className={classes.introTitle}>{content.title}</p>
        <p className={classes.text}>{content.text}</p>
      </div>
      <ProgressDots step={step} count={STEPS.length} />
      <div className={classes.introWays}>
        <Button onClick={isLast ? end : goOn}>{isLast ? "Get started" : "Continue"}</Button>
        {!isLast && (
          <Button tone="quiet" onClick={end}>
            Skip
          </Button>
        )}
      </div>
    </IntroDialog>
  );
}

/** The step, and a way to the next one, from which the clock begins anew. */
function useIntroStep(isRunning: boolean) {
  const [start, setStart] = useState({ step: 0, at: runningTime() });
  const [now, setNow] = useState(start.at);
  const step = introStepAt(now - start.at, start.step);
  const isMoving = isRunning && step < introTimes.maximumStep;
  useEffect(() => {
    if (!isMoving) return;
    const timer = setInterval(() => setNow(runningTime()), 250);
    return () => clearInterval(timer);
  }, [isMoving]);
  return { step, goOn: () => setStart({ step: introStepAt(0, step + 1), at: runningTime() }) };
}
