/** The Security Verification screen: asks for the code in the words of a heart monitor, with or without an emergency behind it. */
import { Button } from "#components/button.tsx";
import layoutClasses from "#components/layout/layout.module.css";
import { NarrowScreen } from "#components/layout/screen.tsx";
import textClasses from "#components/text.module.css";
import { showToast } from "#components/toast/toast-store.ts";
import { emergencyTimes } from "#content/limits.ts";
import { pinMessages } from "#content/messages.ts";
import { pause } from "#platform/clock.ts";
import { useRootMark } from "#platform/page/root-mark.ts";
import type { PinOutcome } from "../pin/pin.ts";
import { PinForm } from "./pin-form.tsx";

type CodeFormProps = {
  readonly onOutcome: (outcome: PinOutcome) => void;
  readonly onBack: () => void;
};

function CodeForm({ onOutcome, onBack }: CodeFormProps) {
  return (
    <div className={layoutClasses.wide}>
      <PinForm
        screen="securityCode"
        label="Security code"
        submitLabel="Verify Code"
        hasKeypad={false}
        onOutcome={onOutcome}
      />
      <p className={textClasses.soft}>The code is your PIN, if you chose one.</p>
      <Button tone="secondary" onClick={onBack}>
        Back
      </Button>
    </div>
  );
}

/** The screen with what became of a code left to the caller. It counts and closes like every other screen for a code. */
export function CodeScreen(props: CodeFormProps) {
  useRootMark("monitor");
  return (
    <NarrowScreen title="Security Verification" name="security-code">
      <CodeForm {...props} />
    </NarrowScreen>
  );
}

/** Says that the code was right, and resolves when that could be read. */
export async function sayGranted(): Promise<void> {
  showToast(pinMessages.accessGranted);
  await pause(emergencyTimes.accessRedirectMs);
}

type SecurityCodeProps = {
  /** The code was the own PIN, or the demo PIN where there is no own PIN. */
  readonly onVerified: () => void;
  /** The person went back, or typed the demo PIN although there is an own PIN. */
  readonly onBack: () => void;
};

/** Opens what is protected with the right code. */
function deciding({ onVerified, onBack }: SecurityCodeProps) {
  return (outcome: PinOutcome) => {
    if (outcome === "decoy") onBack();
    else if (outcome === "own" || outcome === "demo") void sayGranted().then(onVerified);
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
