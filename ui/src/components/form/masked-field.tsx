/** A labelled field for a PIN, whose digits stand behind bullets. */
import { Field } from "./field.tsx";
import type { FieldTexts } from "./field-frame.tsx";
import { useMaskedDigits } from "./use-masked-digits.ts";

type MaskedFieldProps = FieldTexts & {
  readonly digits: string;
  readonly onDigits: (digits: string) => void;
};

/** Shows a bullet for each digit. */
export function MaskedField({ digits, onDigits, ...texts }: MaskedFieldProps) {
  return <Field {...texts} {...useMaskedDigits(digits, onDigits)} data-masked />;
}
