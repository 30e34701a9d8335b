/** A labelled text input with its hint and its error beside it. */
import { type ComponentPropsWithRef, type ReactNode, useId } from "react";
import classes from "./field.module.css";

type FieldProps = ComponentPropsWithRef<"input"> & {
  readonly label: string;
  readonly hint?: ReactNode;
  /** What is wrong with the value; null or missing when nothing is. */
  readonly error?: string | null | undefined;
};

/** The input carries `aria-invalid` and `aria-describedby`, so that the error is read with it. */
export function Field({ label, hint, error, id, ...input }: FieldProps) {
  const madeId = useId();
  const inputId = id ?? madeId;
  const hintId = hint === undefined ? undefined : `${inputId}-hint`;
  const errorId = error ? `${inputId}-error` : undefined;
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
      <input
        {...input}
        id={inputId}
        className={classes.input}
        aria-invalid={error ? true : undefined}
        aria-describedby={[hintId, errorId].filter(Boolean).join(" ") || undefined}
      />
      {errorId !== undefined && (
        <p className={classes.error} id={errorId} role="alert">
          {error}
        </p>
      )}
    </div>
  );
}
