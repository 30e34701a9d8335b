/** The passcode screen of an ordinary heart monitor, shown while a decoy hides an emergency: no word of that here. */
import { Button } from "#components/button.tsx";
import { NarrowScreen } from "#components/narrow-screen.tsx";
import { PinForm } from "./pin-form.tsx";
import classes from "./security-code-screen.module.css";

type PasscodeScreenProps = {
  /** The own PIN was typed, which ended the emergency. */
  readonly onOwn: () => void;
  /** The demo PIN was typed: the disguise goes on. */
  readonly onDemo: () => void;
  readonly onBack: () => void;
};

/** Counts and closes like every other screen for a code. */
export function PasscodeScreen({ onOwn, onDemo, onBack }: PasscodeScreenProps) {
  return (
    <NarrowScreen title="Enter your passcode" name="passcode">
      <div className={classes.form}>
        <PinForm
          screen="securityCode"
          label="Passcode"
          submitLabel="Continue"
          hasKeypad={false}
          onOutcome={(outcome) => {
            if (outcome === "own") onOwn();
            else if (outcome === "decoy" || outcome === "demo") onDemo();
          }}
        />
        <Button tone="secondary" onClick={onBack}>
          Back
        </Button>
      </div>
    </NarrowScreen>
  );
}
