/** The intro at the first visit, with texts of an ordinary heart monitor. */
import { useEffect, useState } from "react";
import { Button } from "#components/button.tsx";
import { Dialog } from "#components/dialog.tsx";
import { ProgressDots } from "#components/progress-dots.tsx";
import { introTimes } from "#content/limits.ts";
import { runningTime } from "#platform/clock.ts";
import { introRecord } from "#store/intro.ts";
import classes from "./intro.module.css";
import { introStepAt } from "./machine.ts";

const STEPS = [
  { title: "Your heart at a glance", text: "The heart shows beats per minute." },
  { title: "Every step counts", text: "Your steps of today are below it." },
  { title: "A week in view", text: "The bars show how active you were." },
  { title: "Ready", text: "Tap the heart for settings." },
] as const;

/** Advances from step 0 to step 3, one every three seconds; the user can skip it. */
export function Intro() {
  const isOpen = !introRecord.use();
  const step = useIntroStep(isOpen);
  const content = STEPS[step] ?? STEPS[0];
  return (
    <Dialog isOpen={isOpen} onClose={() => introRecord.write(true)} title="Welcome">
      <div className={classes.step} aria-live="polite">
        <p className={classes.title}>{content.title}</p>
        <p className={classes.text}>{content.text}</p>
      </div>
      <ProgressDots step={step} count={STEPS.length} />
      <Button className={classes.go} onClick={() => introRecord.write(true)}>
        {step === introTimes.maximumStep ? "Get started" : "Skip"}
      </Button>
    </Dialog>
  );
}

function useIntroStep(isRunning: boolean): number {
  const [step, setStep] = useState(0);
  useEffect(() => {
    if (!isRunning) return;
    const begin = runningTime();
    const timer = setInterval(() => setStep(introStepAt(runningTime() - begin)), 250);
    return () => clearInterval(timer);
  }, [isRunning]);
  return step;
}
