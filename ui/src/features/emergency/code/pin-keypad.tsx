/** A keypad for a code: digits, C to clear, a check to enter. */
import { Icon } from "#components/icon.tsx";
import classes from "./code.module.css";

type PinKeypadProps = {
  readonly onDigit: (digit: string) => void;
  readonly onClear: () => void;
  readonly onEnter: () => void;
};

const DIGITS = ["1", "2", "3", "4", "5", "6", "7", "8", "9"] as const;

/** The keys in the order of a phone's. */
export function PinKeypad({ onDigit, onClear, onEnter }: PinKeypadProps) {
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
