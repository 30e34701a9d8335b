/** A labelled field for a few lines of text. */
import { type ComponentPropsWithRef, type ReactNode, useId } from "react";
import classes from "./field.module.css";

type TextAreaProps = ComponentPropsWithRef<"textarea"> & {
  readonly label: string;
  readonly hint?: ReactNode;
};

/** Looks and is described like `Field`. */
export function TextArea({ label, hint, id, ...textarea }: TextAreaProps) {
  const madeId = useId();
  const inputId = id ?? madeId;
  const hintId = hint === undefined ? undefined : `${inputId}-hint`;
  return (
    <div className={classes.field}>
      <label className={classes.label} htmlFor={inputId}>
        {label}
      </label>
      {hintId !== undefined && (
        <p className={classes.hint} id={hintId}>
          {hint}
        </p>
      )}
      <textarea {...textarea} id={inputId} className={classes.input} aria-describedby={hintId} />
    </div>
  );
}
