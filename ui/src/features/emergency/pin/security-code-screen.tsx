/** The Security Verification screen: asks for the code before what is protected. */
import { Button } from "#components/button.tsx";
import { NarrowScreen } from "#components/narrow-screen.tsx";
import { showToast } from "#components/toast-store.ts";
import { emergencyTimes } from "#content/limits.ts";
import { pinMessages } from "#content/messages.ts";
import { pause } from "#platform/clock.ts";
import { useRootMark } from "#platform/root-mark.ts";
import { CallButtons } from "../lock/call-buttons.tsx";
import type { PinOutcome } from "./pin.ts";
import { PinForm } from "./pin-form.tsx";
import classes from "./security-code-screen.module.css";

type SecurityCodeProps = {
  /** The code was the own PIN, or the demo PIN where there is no own PIN. */
  readonly onVerified: () => void;
  /** The person went back, or typed the demo PIN although there is an own PIN. */
  readonly onBack: () => void;
};

/** The form of the screen, which a dialog shows too. */
export function SecurityCodeForm({ onVerified, onBack }: SecurityCodeProps) {
  const decide = async (outcome: PinOutcome) => {
    if (outcome === "decoy") {
      onBack();
    } else if (outcome === "own" || outcome === "demo") {
      showToast(pinMessages.accessGranted);
      await pause(emergencyTimes.accessRedirectMs);
      onVerified();
    }
  };
  return (
    <div className={classes.form}>
      <PinForm
        screen="securityCode"
        label="Security code"
        submitLabel="Verify Code"
        hasKeypad={false}
        onOutcome={(outcome) => void decide(outcome)}
      />
      <p className={classes.note}>The code is the same as your emergency PIN.</p>
      <Button tone="secondary" onClick={onBack}>
        Back
      </Button>
    </div>
  );
}

/** Takes the place of a protected page. A decoy unlock leads back to the heart monitor, which looks unlocked. */
export function SecurityCodeScreen(props: SecurityCodeProps) {
  useRootMark("monitor");
  return (
    <NarrowScreen title="Security Verification" name="security-code">
      <SecurityCodeForm {...props} />
      <CallButtons />
    </NarrowScreen>
  );
}
