/** An on/off switch. A native checkbox, because Radix's switch renders inline styles on the server. */
import { type ReactNode, useId } from "react";
import classes from "./choices.module.css";

type SwitchProps = {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly isOn: boolean;
  readonly isDisabled?: boolean;
  readonly onChange: (isOn: boolean) => void;
};

/** Shows the label before the switch. */
export function Switch({ label, hint, isOn, isDisabled = false, onChange }: SwitchProps) {
  const id = useId();
  const hintId = hint === undefined ? undefined : `${id}-hint`;
  return (
    <div className={classes.row}>
      <label className={classes.switchLabel} htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        className={classes.switch}
        type="checkbox"
        role="switch"
        aria-checked={isOn}
        aria-describedby={hintId}
        checked={isOn}
        disabled={isDisabled}
        onChange={(event) => onChange(event.target.checked)}
      />
      {hintId !== undefined && (
        <p className={classes.switchHint} id={hintId}>
          {hint}
        </p>
      )}
    </div>
  );
}
