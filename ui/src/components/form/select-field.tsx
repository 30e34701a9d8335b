/** A labelled choice of one of many, as the device's own list. */
import { FieldFrame, type FieldTexts } from "./field.tsx";
import classes from "./select-field.module.css";

type SelectFieldProps = FieldTexts & {
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly value: string;
  readonly onChange: (value: string) => void;
};

/**
 * Shows `label`, the hint and the list. Browsers cut off the words of a closed list that are wider than the screen, as large text is: what
 * was chosen is a text of its own, which breaks into lines, and the list lies transparent over it.
 */
export function SelectField({ options, value, onChange, ...texts }: SelectFieldProps) {
  const chosen = options.find((option) => option.value === value)?.label;
  return (
    <FieldFrame {...texts}>
      {({ className, ...ties }) => (
        <div className={classes.field}>
          <span className={`${className} ${classes.chosen}`} aria-hidden="true">
            {chosen}
          </span>
          <select
            {...ties}
            className={classes.list}
            value={value}
            onChange={(event) => onChange(event.target.value)}
          >
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
        </div>
      )}
    </FieldFrame>
  );
}
