/** A labelled field for a PIN, whose digits stand behind bullets. */
import { type ChangeEvent, useLayoutEffect, useRef } from "react";
import { bulletsFor, editedDigits } from "#content/masked-digits.ts";
import { Field, type FieldTexts } from "./field.tsx";

/**
 * Props for an `<input>` that shows a bullet for each digit. It is no password field: the browser would offer to save it
 * under the app's name.
 */
export function useMaskedDigits(digits: string, onDigits: (digits: string) => void) {
  const edited = useRef<{ readonly field: HTMLInputElement; readonly fromEnd: number } | null>(
    null,
  );
  useLayoutEffect(() => {
    // Bullets take the place of what was typed, which moves the caret to the end.
    const { field, fromEnd } = edited.current ?? {};
    edited.current = null;
    const at = digits.length - (fromEnd ?? 0);
    if (field !== undefined && at >= 0) field.setSelectionRange(at, at);
  });
  return {
    type: "text",
    inputMode: "numeric",
    autoComplete: "off",
    value: bulletsFor(digits),
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) => {
      const { value, selectionStart } = target;
      edited.current = { field: target, fromEnd: value.length - (selectionStart ?? value.length) };
      onDigits(editedDigits(digits, value, selectionStart));
    },
  } as const;
}

type MaskedFieldProps = FieldTexts & {
  readonly digits: string;
  readonly onDigits: (digits: string) => void;
};

/** Shows a bullet for each digit. */
export function MaskedField({ digits, onDigits, ...texts }: MaskedFieldProps) {
  return <Field {...texts} {...useMaskedDigits(digits, onDigits)} data-masked />;
}
