/** A labelled choice of one of many, as the device's own list. */
import { FieldFrame, type FieldTexts } from "./field-frame.tsx";

type SelectFieldProps = FieldTexts & {
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly value: string;
  readonly onChange: (value: string) => void;
};

/** Shows `label`, the hint and the list. */
export function SelectField({ options, value, onChange, ...texts }: SelectFieldProps) {
  return (
    <FieldFrame {...texts}>
      {(ties) => (
        <select {...ties} value={value} onChange={(event) => onChange(event.target.value)}>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </FieldFrame>
  );
}
