/** A labelled field for a few lines of text. */
import type { ComponentPropsWithRef } from "react";
import { FieldFrame, type FieldTexts } from "./field-frame.tsx";

type TextAreaProps = ComponentPropsWithRef<"textarea"> & FieldTexts;

/** Looks and is described like `Field`. */
export function TextArea({ label, hint, error, id, ...textarea }: TextAreaProps) {
  return (
    <FieldFrame label={label} hint={hint} error={error} id={id}>
      {(ties) => <textarea {...textarea} {...ties} />}
    </FieldFrame>
  );
}
