/** A labelled text area with hint and error. */
import type { ComponentPropsWithRef } from "react";
import { FieldFrame, type FieldTexts } from "./field-frame.tsx";

type TextAreaProps = ComponentPropsWithRef<"textarea"> & FieldTexts;

/** Takes the props of `<textarea>` too. */
export function TextArea({ label, hint, error, id, ...textarea }: TextAreaProps) {
  return (
    <FieldFrame label={label} hint={hint} error={error} id={id}>
      {(ties) => <textarea {...textarea} {...ties} />}
    </FieldFrame>
  );
}
