/** An on/off switch: a native checkbox, so that it needs no script to be there and no inline style. */
import { type ReactNode, useId } from "react";
import classes from "./switch.module.css";

type SwitchProps = {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly isOn: boolean;
  readonly isDisabled?: boolean;
  readonly onChange: (isOn: boolean) => void;
};

/** The label stands before the switch and toggles it too. */
export function Switch({ label, hint, isOn, isDisabled = false, onChange }: SwitchProps) {
  const id = useId();
  const hintId = hint === undefined ? undefined : `${id}-hint`;
  return (
    <div className={classes.row}>
      <label className={classes.label} htmlFor={id}>
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
        <p className={classes.hint} id={hintId}>
          {hint}
        </p>
      )}
    </div>
  );
}
