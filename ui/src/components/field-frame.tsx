/** What surrounds every typed field: label, hint and error, and how they are tied to its control. */
import { type ReactNode, useId } from "react";
import classes from "./field.module.css";

/** What every field of a form may be given. */
export type FieldTexts = {
  readonly label: string;
  readonly hint?: ReactNode;
  /** What is wrong with the value; null or missing when nothing is. */
  readonly error?: string | null | undefined;
};

/** The attributes that tie a control to its texts. */
type ControlTies = {
  readonly id: string;
  readonly className: string | undefined;
  readonly "aria-invalid": true | undefined;
  readonly "aria-describedby": string | undefined;
};

type FieldFrameProps = FieldTexts & {
  readonly id?: string | undefined;
  /** Draws the control with the attributes that it is handed. */
  readonly children: (ties: ControlTies) => ReactNode;
};

/** The control carries `aria-invalid` and `aria-describedby`, so that hint and error are read with it. */
export function FieldFrame({ label, hint, error, id, children }: FieldFrameProps) {
  const madeId = useId();
  const controlId = id ?? madeId;
  const hintId = hint === undefined ? undefined : `${controlId}-hint`;
  const errorId = error ? `${controlId}-error` : undefined;
  return (
    <div className={classes.field}>
      <label className={classes.label} htmlFor={controlId}>
        {label}
      </label>
      {hintId !== undefined && (
        <p className={classes.hint} id={hintId}>
          {hint}
        </p>
      )}
      {children({
        id: controlId,
        className: classes.input,
        "aria-invalid": error ? true : undefined,
        "aria-describedby": [hintId, errorId].filter(Boolean).join(" ") || undefined,
      })}
      {errorId !== undefined && (
        <p className={classes.error} id={errorId} role="alert">
          {error}
        </p>
      )}
    </div>
  );
}
