/** The page of a gift link, in each of its states. */

import { type FormEvent, type ReactNode, useRef, useState } from "react";
import { Button, ButtonLink } from "#components/button.tsx";
import { EmailField } from "#components/form/field.tsx";
import formClasses from "#components/form/form.module.css";
import { useErrorFocus } from "#components/form/use-error-focus.ts";
import { Panel } from "#components/layout/card.tsx";
import layoutClasses from "#components/layout/layout.module.css";
import { Checklist } from "#components/layout/lists.tsx";
import { Notice } from "#components/layout/notice.tsx";
import { NarrowPage } from "#components/layout/page.tsx";
import { useHydrated } from "#components/loading.ts";
import { Spinner } from "#components/spinner.tsx";
import { giftFeatures } from "#content/offer.ts";
import * as paths from "#content/paths.ts";
import { giftMessages } from "#content/shop-messages.ts";
import classes from "./gift.module.css";
import type { RedeemState } from "./machine.ts";
import { canActivate } from "./rules.ts";
import { useRedeem } from "./use-redeem.ts";

type RedeemPanelProps = {
  readonly linkCode: string;
  readonly first: RedeemState;
};

/** Starts as the server rendered it. */
export function RedeemPanel(props: RedeemPanelProps) {
  const { state, activate, lookUpAgain } = useRedeem(props.linkCode, props.first);
  switch (state.name) {
    case "loading":
      return (
        <NarrowPage title="Your gift">
          <Spinner label="Loading your gift..." />
        </NarrowPage>
      );
    case "unavailable":
      return (
        <NarrowPage title="Gift Not Available">
          <Notice tone="bad" role="status">
            {state.reason}
          </Notice>
          {state.isUsed && (
            <a className={formClasses.link} href={paths.redownload}>
              Is this your gift? Verify your email
            </a>
          )}
          {state.isTemporary && (
            <ButtonLink
              href={paths.giftPage(props.linkCode)}
              onClick={(event) => {
                event.preventDefault();
                lookUpAgain();
              }}
            >
              Try again
            </ButtonLink>
          )}
          <ButtonLink href={paths.landing}>Return to Main Page</ButtonLink>
        </NarrowPage>
      );
    case "activated":
      return (
        <NarrowPage title={giftMessages.activated.title}>
          <Notice tone="good" role="status">
            Your app is ready. Redirecting to the app...
          </Notice>
          <a className={formClasses.link} href={paths.redeemed()}>
            Open the app
          </a>
        </NarrowPage>
      );
    case "available":
    case "activating":
      return (
        <Available personalMessage={state.gift.personalMessage}>
          <RedeemForm
            action={paths.giftActivation(props.linkCode)}
            email={state.gift.recipientEmail}
            error={state.name === "available" ? state.error : null}
            isBusy={state.name === "activating"}
            answer={state}
            onActivate={activate}
          />
        </Available>
      );
  }
}

type AvailableProps = { readonly personalMessage: string | null; readonly children: ReactNode };

function Available({ personalMessage, children }: AvailableProps) {
  return (
    <NarrowPage title="You've Received a Gift!">
      {personalMessage !== null && (
        <Panel title="Personal Message">
          <p className={classes.message}>{personalMessage}</p>
        </Panel>
      )}
      <Panel title="Activate Your Gift">
        <Notice>
          <strong>Is this a device only you use?</strong> Others may find the app on it, and this
          page in its history. If you are not sure, close this page and open the link later on
          another device: it does not expire.
        </Notice>
        {children}
      </Panel>
      <Panel title="What You're Getting">
        <Checklist items={giftFeatures} />
      </Panel>
    </NarrowPage>
  );
}

type RedeemFormProps = {
  /** Where the browser posts the form by itself. */
  readonly action: string;
  readonly email: string;
  readonly error: string | null;
  readonly isBusy: boolean;
  /** Changes with each answer to what was sent. */
  readonly answer: unknown;
  readonly onActivate: (typed: string) => void;
};

/** The form, prefilled with the address that the buyer entered. */
function RedeemForm(props: RedeemFormProps) {
  const [canSend, setCanSend] = useState(canActivate(props.email));
  const isHydrated = useHydrated();
  const form = useRef<HTMLFormElement>(null);
  useErrorFocus(form, props.answer);
  const typedIn = (form: HTMLFormElement): string => String(new FormData(form).get("email") ?? "");
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (!props.isBusy) props.onActivate(typedIn(event.currentTarget));
  };
  return (
    <form
      ref={form}
      className={layoutClasses.wide}
      method="post"
      action={props.action}
      onInput={(event) => setCanSend(canActivate(typedIn(event.currentTarget)))}
      onSubmit={submit}
    >
      <EmailField
        label="Email Address"
        hint="Use it to get access again later. We send nothing to it now."
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
