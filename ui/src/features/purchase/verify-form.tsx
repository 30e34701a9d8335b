/** The form of the verify and redownload pages; without script the browser posts it. */
import { type FormEvent, useRef } from "react";
import { Button } from "#components/button.tsx";
import { EmailField } from "#components/form/field.tsx";
import { useErrorFocus } from "#components/form/use-error-focus.ts";
import layoutClasses from "#components/layout/layout.module.css";

type VerifyFormProps = {
  readonly action: string;
  readonly label: string;
  readonly email: string;
  readonly error: string | null;
  readonly isBusy: boolean;
  /** Changes with each answer to what was sent. */
  readonly answer: unknown;
  readonly onSubmit: (typed: string) => void;
};

/** Shows what is wrong at the field. */
export function VerifyForm(props: VerifyFormProps) {
  const form = useRef<HTMLFormElement>(null);
  useErrorFocus(form, props.answer);
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (!props.isBusy) props.onSubmit(String(new FormData(event.currentTarget).get("email") ?? ""));
  };
  return (
    <form
      className={layoutClasses.wide}
      method="post"
      action={props.action}
      onSubmit={submit}
      ref={form}
    >
      <EmailField
        label="Email Address"
        hint="The address used for the purchase."
        name="email"
        readOnly={props.isBusy}
        defaultValue={props.email}
        error={props.error}
      />
      <Button type="submit" aria-disabled={props.isBusy}>
        {props.isBusy ? "Verifying..." : props.label}
      </Button>
    </form>
  );
}
