/** One choice of several: native radio buttons, which bring arrow keys and need no script. */
import { type ReactNode, useId } from "react";
import classes from "./radio-group.module.css";

/** One of the choices. */
type RadioOption<Value extends string> = {
  readonly value: Value;
  readonly label: string;
  readonly hint?: ReactNode;
};

type RadioGroupProps<Value extends string> = {
  readonly legend: string;
  readonly options: readonly RadioOption<Value>[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
};

/** Shows the options below each other under `legend`. */
export function RadioGroup<Value extends string>(props: RadioGroupProps<Value>) {
  const name = useId();
  return (
    <fieldset className={classes.group}>
      <legend className={classes.legend}>{props.legend}</legend>
      {props.options.map(({ value, label, hint }) => (
        <label key={value} className={classes.option}>
          <input
            className={classes.radio}
            type="radio"
            name={name}
            value={value}
            checked={value === props.value}
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
