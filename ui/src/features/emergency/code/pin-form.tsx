/** The form for a code, with an optional keypad; every lock uses it. */
import { type FormEvent, type RefObject, useEffect, useRef, useState } from "react";
import { Button } from "#components/button.tsx";
import { useMaskedDigits } from "#components/form/masked-field.tsx";
import { Icon } from "#components/icon.tsx";
import layoutClasses from "#components/layout/layout.module.css";
import textClasses from "#components/text.module.css";
import { pinDigits } from "#content/masked-digits.ts";
import { pinMessages } from "#content/messages.ts";
import { pageEmergency } from "../controller/controller.ts";
import { useLockout, useLockouts } from "../controller/use-emergency.ts";
import { countdownText, isLockedOut, type LockedScreen, minutesLeft } from "../pin/lockout.ts";
import { isPinComplete, type PinOutcome } from "../pin/pin.ts";
import classes from "./code.module.css";
import { type Refusal, refusalOf, refusedText } from "./code-words.ts";

type PinFormProps = {
  readonly screen: LockedScreen;
  readonly label: string;
  readonly submitLabel: string;
  readonly hasKeypad?: boolean;
  /** Whether the own PIN leads to the main screen. */
  readonly goesHome?: boolean;
  /** Whether the code only opens something to read, and ends no emergency. */
  readonly endsNothing?: boolean | undefined;
  readonly onOutcome?: (outcome: PinOutcome) => void;
  /** Receives the field, for a screen that moves the focus there. */
  readonly field?: RefObject<HTMLInputElement | null>;
};

/** The code as typed, and trying it. */
function useTypedPin({ screen, goesHome = false, endsNothing, onOutcome }: PinFormProps) {
  const [pin, setPin] = useState("");
  const [isBusy, setBusy] = useState(false);
  const [refused, setRefused] = useState<Refusal | null>(null);
  const isClosed = isLockedOut(useLockout(screen));
  // A closed screen still takes a code: the demo PIN works there, and any other code is told how long to wait.
  const isReady = isPinComplete(pin) && !isBusy;
  const submit = async () => {
    if (!isReady) {
      return;
    }
    setRefused(null);
    setBusy(true);
    const outcome = await pageEmergency().submitPin(screen, pin, goesHome, endsNothing);
    setBusy(false);
    setPin("");
    setRefused(refusalOf(outcome, screen, pageEmergency().getState().emergency !== null));
    onOutcome?.(outcome);
  };
  return { pin, setPin, isClosed, isReady, refused, submit };
}

/** Takes a code and tells `onOutcome` what became of it; the controller shows the toasts. */
export function PinForm(props: PinFormProps) {
  const { screen, label, submitLabel, hasKeypad = true } = props;
  const { pin, setPin, isClosed, isReady, refused, submit } = useTypedPin(props);
  const masked = useMaskedDigits(pin, setPin);
  const [isKeypadShown, setKeypadShown] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    // So that all keys are on the screen without scrolling.
    if (isKeypadShown) form.current?.scrollIntoView({ block: "center" });
  }, [isKeypadShown]);
  const submitted = (event: FormEvent) => {
    event.preventDefault();
    // The button is disabled while the code is tried, and a disabled button loses the focus to nothing.
    if (isReady) form.current?.querySelector("input")?.focus();
    void submit();
  };

  return (
    <form ref={form} className={layoutClasses.close} onSubmit={submitted} autoComplete="off">
      <label className={textClasses.strong} htmlFor={`pin-${screen}`}>
        {label}
      </label>
      <input
        id={`pin-${screen}`}
        ref={props.field}
        className={classes.input}
        {...masked}
        aria-describedby={isClosed ? `closed-${screen}` : undefined}
      />
      <Refused screen={screen} outcome={refused} />
      {isKeypadShown && (
        <PinKeypad
          onDigit={(digit) => setPin((before) => pinDigits(before + digit))}
          onClear={() => setPin("")}
          onEnter={() => void submit()}
        />
      )}
      <Button type="submit" className={classes.submit} disabled={!isReady}>
        {submitLabel}
      </Button>
      {isClosed && <Closed screen={screen} />}
      {hasKeypad && (
        <Button tone="quiet" onClick={() => setKeypadShown((isShown) => !isShown)}>
          {isKeypadShown ? "Hide keypad" : "Show keypad"}
        </Button>
      )}
    </form>
  );
}

/** Has its place before it says anything, so that nothing moves under the finger. */
function Refused({ screen, outcome }: { screen: LockedScreen; outcome: Refusal | null }) {
  const lockouts = useLockouts();
  return (
    <p className={classes.refused} role="status">
      {refusedText(outcome, screen, lockouts)}
    </p>
  );
}

/** How long the screen stays closed, as each screen words it. */
function Closed({ screen }: { screen: LockedScreen }) {
  const lockout = useLockout(screen);
  const lockedOut = pinMessages.lockedOut(minutesLeft(lockout));
  const texts = {
    lockScreen: `${lockedOut.title}. ${lockedOut.description}`,
    overlay: `${lockedOut.title}. Try again in ${countdownText(lockout)}.`,
    securityCode: `Too many failed attempts. Try again in ${countdownText(lockout)}.`,
  };
  return (
    <p id={`closed-${screen}`} className={classes.closed} role="timer" aria-live="off">
      {texts[screen]} Time counts while the app is on the screen.
    </p>
  );
}

type PinKeypadProps = {
  readonly onDigit: (digit: string) => void;
  readonly onClear: () => void;
  readonly onEnter: () => void;
};

const DIGITS = ["1", "2", "3", "4", "5", "6", "7", "8", "9"] as const;

/** Digits, C to clear, a check to enter: the keys in the order of a phone's. */
function PinKeypad({ onDigit, onClear, onEnter }: PinKeypadProps) {
  const key = (digit: string) => (
    <button key={digit} type="button" className={classes.key} onClick={() => onDigit(digit)}>
      {digit}
    </button>
  );
  return (
    <fieldset className={classes.keypad}>
      <legend className={classes.legend}>Keypad</legend>
      {DIGITS.map(key)}
      <button type="button" className={classes.key} aria-label="Clear" onClick={onClear}>
        C
      </button>
      {key("0")}
      <button type="button" className={classes.key} aria-label="Enter" onClick={onEnter}>
        <Icon name="check" />
      </button>
    </fieldset>
  );
}
