/** A labelled text input with hint and error. */
import type { ComponentPropsWithRef } from "react";
import { FieldFrame, type FieldTexts } from "./field-frame.tsx";

type FieldProps = ComponentPropsWithRef<"input"> & FieldTexts;

/** Takes the props of `<input>` too. */
export function Field({ label, hint, error, id, ...input }: FieldProps) {
  return (
    <FieldFrame label={label} hint={hint} error={error} id={id}>
      {(ties) => <input {...input} {...ties} />}
    </FieldFrame>
  );
}
