/** The Security Verification screen: asks for the code in the words of a heart monitor, with or without an emergency behind it. */
import { useLayoutEffect, useState } from "react";
import { useLocation } from "react-router";
import { Button } from "#components/button.tsx";
import layoutClasses from "#components/layout/layout.module.css";
import { NarrowScreen } from "#components/layout/screen.tsx";
import textClasses from "#components/text.module.css";
import { dismissToast, showToast } from "#components/toast/toast-store.ts";
import { emergencyTimes } from "#content/limits.ts";
import { pinMessages } from "#content/messages.ts";
import { after } from "#platform/clock.ts";
import { useRootMark } from "#platform/page/root-mark.ts";
import { pageEmergency } from "../controller/controller.ts";
import type { PinOutcome } from "../pin/pin.ts";
import { PinForm } from "./pin-form.tsx";

/** Says that a code was right, and does what follows when that could be read. */
export type Granted = (then: () => void) => void;

type CodeFormProps = {
  /** Whether the code only opens something to read, and ends no emergency. */
  readonly endsNothing?: boolean;
  readonly onOutcome: (outcome: PinOutcome, granted: Granted) => void;
  readonly onBack: () => void;
};

/**
 * Asks for one code, for everything behind it. Comparing a code takes a while, and saying that it was right a moment: once the
 * person has gone back or elsewhere, nothing follows from it. A wrong one counts all the same.
 */
function AskingForm({ endsNothing, onOutcome, onBack }: CodeFormProps) {
  const [leaving] = useState(() => new AbortController());
  const { signal } = leaving;
  useLayoutEffect(
    () => () => {
      // The screen after an emergency that the code ended takes the place of this one, and nobody left.
      const { ended } = pageEmergency().getState();
      if (!ended?.isShown || ended.isAway) leaving.abort();
    },
    [leaving],
  );
  const granted: Granted = (then) => {
    const said = showToast(pinMessages.accessGranted);
    const takeBack = () => {
      stop();
      if (said !== null) dismissToast(said);
    };
    const stop = after(emergencyTimes.accessRedirectMs, () => {
      signal.removeEventListener("abort", takeBack);
      then();
    });
    signal.addEventListener("abort", takeBack);
  };
  return (
    <div className={layoutClasses.wide}>
      <PinForm
        screen="securityCode"
        label="Security code"
        submitLabel="Verify Code"
        hasKeypad={false}
        endsNothing={endsNothing}
        onOutcome={(outcome) => {
          if (!signal.aborted) onOutcome(outcome, granted);
        }}
      />
      <p className={textClasses.soft}>The code is your PIN, if you chose one.</p>
      <Button
        tone="secondary"
        onClick={() => {
          // The page may stay until the next one is loaded.
          leaving.abort();
          onBack();
        }}
      >
        Back
      </Button>
    </div>
  );
}

/** Another address asks anew: the browser's Back leaves this form too, and the page stays until the next one is loaded. */
const CodeForm = (props: CodeFormProps) => <AskingForm key={useLocation().key} {...props} />;

/** The screen with what became of a code left to the caller. It counts and closes like every other screen for a code. */
export function CodeScreen(props: CodeFormProps) {
  useRootMark("monitor");
  return (
    <NarrowScreen title="Security Verification" name="security-code">
      <CodeForm {...props} />
    </NarrowScreen>
  );
}

type SecurityCodeProps = {
  /** The code was the own PIN, or the demo PIN where there is no own PIN. */
  readonly onVerified: () => void;
  /** The person went back, or typed the demo PIN although there is an own PIN. */
  readonly onBack: () => void;
};

/** Opens what is protected with the right code. */
function deciding({ onVerified, onBack }: SecurityCodeProps) {
  return (outcome: PinOutcome, granted: Granted) => {
    if (outcome === "decoy") onBack();
    else if (outcome === "own" || outcome === "demo") granted(onVerified);
  };
}

/** The form of the screen in a dialog. */
export function SecurityCodeForm(props: SecurityCodeProps) {
  return <CodeForm onOutcome={deciding(props)} onBack={props.onBack} />;
}

/** Takes the place of a protected page. A decoy unlock leads back to the heart monitor, which looks unlocked. */
export function SecurityCodeScreen(props: SecurityCodeProps) {
  return <CodeScreen onOutcome={deciding(props)} onBack={props.onBack} />;
}
