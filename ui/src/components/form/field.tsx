/** Labelled fields with hint and error, and the frame that they share with other controls. */
import { type ComponentPropsWithRef, type ReactNode, useId } from "react";
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

/** The attributes that link a control to its texts, and what all controls have. */
type ControlTies = {
  readonly id: string;
  readonly className: string | undefined;
  readonly autoCorrect: "off";
  readonly "aria-invalid": true | undefined;
  readonly "aria-describedby": string | undefined;
};

type FieldFrameProps = FieldTexts & {
  readonly id?: string | undefined;
  /** Renders the control with these attributes. */
  readonly children: (ties: ControlTies) => ReactNode;
};

/**
 * Label, hint and error around a control, which gets `aria-invalid` and `aria-describedby`, so that screen readers announce
 * hint and error.
 */
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
        // An iPhone would replace a name or a safe word as the field is left, when nobody looks at it any more.
        autoCorrect: "off",
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

type FieldProps = ComponentPropsWithRef<"input"> & FieldTexts;

/** A text input; takes the props of `<input>` too. */
export function Field({ label, hint, error, id, ...input }: FieldProps) {
  return (
    <FieldFrame label={label} hint={hint} error={error} id={id}>
      {(ties) => <input {...input} {...ties} />}
    </FieldFrame>
  );
}

/**
 * An e-mail address. Required; the browser suggests the user's own address unless `autoComplete` says otherwise. A page that comes back from the
 * server with an error begins at it, without script too.
 */
export function EmailField(props: Omit<ComponentPropsWithRef<typeof Field>, "type" | "inputMode">) {
  return (
    <Field
      autoComplete="email"
      autoFocus={Boolean(props.error)}
      {...props}
      type="email"
      inputMode="email"
      required
    />
  );
}

type TextAreaProps = ComponentPropsWithRef<"textarea"> & FieldTexts;

/** A text area; takes the props of `<textarea>` too. */
export function TextArea({ label, hint, error, id, ...textarea }: TextAreaProps) {
  return (
    <FieldFrame label={label} hint={hint} error={error} id={id}>
      {(ties) => <textarea {...textarea} {...ties} />}
    </FieldFrame>
  );
}
