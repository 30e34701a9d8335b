/** Label, hint and error of a field, and their ARIA attributes. */
import { type ReactNode, useId } from "react";
import layoutClasses from "#components/layout/layout.module.css";
import textClasses from "#components/text.module.css";
import classes from "./form.module.css";

/** The props that every field has. */
export type FieldTexts = {
  readonly label: string;
  readonly hint?: ReactNode;
  /** The error message; null or missing without one. */
  readonly error?: string | null | undefined;
};

/** The attributes that link a control to its texts. */
type ControlTies = {
  readonly id: string;
  readonly className: string | undefined;
  readonly "aria-invalid": true | undefined;
  readonly "aria-describedby": string | undefined;
};

type FieldFrameProps = FieldTexts & {
  readonly id?: string | undefined;
  /** Renders the control with these attributes. */
  readonly children: (ties: ControlTies) => ReactNode;
};

/** The control gets `aria-invalid` and `aria-describedby`, so that screen readers announce hint and error. */
export function FieldFrame({ label, hint, error, id, children }: FieldFrameProps) {
  const madeId = useId();
  const controlId = id ?? madeId;
  const hintId = hint === undefined ? undefined : `${controlId}-hint`;
  const errorId = error ? `${controlId}-error` : undefined;
  return (
    <div className={layoutClasses.tight}>
      <label className={classes.label} htmlFor={controlId}>
        {label}
      </label>
      {hintId !== undefined && (
        <p className={textClasses.note} id={hintId}>
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
