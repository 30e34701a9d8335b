/** A group of native radio buttons: the browser handles the arrow keys, and it works without script. */
import { type ReactNode, useId } from "react";
import classes from "./choices.module.css";

/** One option. */
type RadioOption<Value extends string> = {
  readonly value: Value;
  readonly label: string;
  readonly hint?: ReactNode;
  readonly isDisabled?: boolean;
};

type RadioGroupProps<Value extends string> = {
  readonly legend: string;
  readonly options: readonly RadioOption<Value>[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
};

/** Shows the options in a column under `legend`. */
export function RadioGroup<Value extends string>(props: RadioGroupProps<Value>) {
  const name = useId();
  return (
    <fieldset className={classes.group}>
      <legend className={classes.legend}>{props.legend}</legend>
      {props.options.map(({ value, label, hint, isDisabled = false }) => (
        <label key={value} className={classes.option}>
          <input
            className={classes.radio}
            type="radio"
            name={name}
            value={value}
            checked={value === props.value}
            disabled={isDisabled && value !== props.value}
            onChange={() => props.onChange(value)}
          />
          <span>
            <span className={classes.label}>{label}</span>
            {hint !== undefined && <span className={classes.hint}>{hint}</span>}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
