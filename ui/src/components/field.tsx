/** A labelled text input with its hint and its error beside it. */
import type { ComponentPropsWithRef } from "react";
import { FieldFrame, type FieldTexts } from "./field-frame.tsx";

type FieldProps = ComponentPropsWithRef<"input"> & FieldTexts;

/** Any `<input>` of a form. */
export function Field({ label, hint, error, id, ...input }: FieldProps) {
  return (
    <FieldFrame label={label} hint={hint} error={error} id={id}>
      {(ties) => <input {...input} {...ties} />}
    </FieldFrame>
  );
}
