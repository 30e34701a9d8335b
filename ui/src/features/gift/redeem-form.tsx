/** "Activate Your Gift": one address, prefilled with the one that the giver entered. */
import { type FormEvent, useState } from "react";
import { Button } from "#components/button.tsx";
import { EmailField } from "#components/email-field.tsx";
import formClasses from "#components/form.module.css";
import { useHydrated } from "#components/use-hydrated.ts";
import { canActivate } from "./rules.ts";

type RedeemFormProps = {
  /** Where the browser sends the form by itself. */
  readonly action: string;
  readonly email: string;
  readonly error: string | null;
  readonly isBusy: boolean;
  readonly onActivate: (typed: string) => void;
};

/** The button waits for an address, once there is script to see that one is there. */
export function RedeemForm(props: RedeemFormProps) {
  const [canSend, setCanSend] = useState(canActivate(props.email));
  const isHydrated = useHydrated();
  const typedIn = (form: HTMLFormElement): string => String(new FormData(form).get("email") ?? "");
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (!props.isBusy) props.onActivate(typedIn(event.currentTarget));
  };
  return (
    <form
      className={formClasses.form}
      method="post"
      action={props.action}
      onInput={(event) => setCanSend(canActivate(typedIn(event.currentTarget)))}
      onSubmit={submit}
    >
      <EmailField
        label="Email Address"
        hint="It gives you access again later. We send nothing to it now."
        name="email"
        readOnly={props.isBusy}
        defaultValue={props.email}
        error={props.error}
      />
      <Button type="submit" disabled={isHydrated && !canSend} aria-disabled={props.isBusy}>
        {props.isBusy ? "Activating Gift..." : "Activate & Download"}
      </Button>
    </form>
  );
}
