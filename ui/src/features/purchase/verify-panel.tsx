/** The verify and redownload pages, in each of their states. */
import type { MouseEvent, ReactNode } from "react";
import { Button, ButtonLink } from "#components/button.tsx";
import { Field } from "#components/form/field.tsx";
import formClasses from "#components/form/form.module.css";
import { Panel } from "#components/layout/card.tsx";
import layoutClasses from "#components/layout/layout.module.css";
import { Notice } from "#components/layout/notice.tsx";
import { showToast } from "#components/toast/toast-store.ts";
import { purchaseDateText } from "#content/calendar.ts";
import { redirectTimes } from "#content/limits.ts";
import { pinMessages } from "#content/messages.ts";
import { notFoundSuggestions } from "#content/offer.ts";
import * as paths from "#content/paths.ts";
import { linkSentMessage, purchaseMessages } from "#content/shop-messages.ts";
import { loadDocument } from "#platform/page/navigation.ts";
import type { VerifyState } from "./machine.ts";
import { usePurchaseStart } from "./purchase-start.ts";
import { useServerPurchase } from "./settle-claim.ts";
import { useVerify, type VerifyKind } from "./use-verify.ts";
import { VerifyForm } from "./verify-form.tsx";
import classes from "./verify-panel.module.css";

type VerifyPanelProps = {
  readonly kind: VerifyKind;
  readonly first: VerifyState;
  /** Whether the answer may be a link in a mail. */
  readonly byLink: boolean;
  /** The install button, where the page has one. */
  readonly install?: ReactNode;
};

type PageWords = {
  /** The page's path, which is also its form's action. */
  readonly path: string;
  readonly submit: string;
  readonly verified: string;
  readonly purchase: string;
  /** The purchase page, or null for where a purchase begins. */
  readonly purchasePath: string | null;
};

const words: Record<VerifyKind, PageWords> = {
  verify: {
    path: paths.verify,
    submit: "Verify Purchase",
    verified: purchaseMessages.emailVerified.title,
    purchase: "Purchase the app",
    purchasePath: paths.subscribe,
  },
  redownload: {
    path: paths.redownload,
    submit: "Verify Email & Access App",
    verified: "Email Verified Successfully!",
    purchase: "Purchase",
    purchasePath: null,
  },
};

/** Starts as the server rendered it. */
export function VerifyPanel({ kind, first, byLink, install }: VerifyPanelProps) {
  const { state, submit, tryAnotherEmail } = useVerify(kind, first);
  useServerPurchase(first.name === "verified");
  switch (state.name) {
    case "form":
    case "checking":
      return (
        <Panel>
          <VerifyForm
            action={words[kind].path}
            label={words[kind].submit}
            email={state.email}
            error={state.name === "form" ? state.error : null}
            isBusy={state.name === "checking"}
            answer={state}
            onSubmit={submit}
          />
          {byLink && (
            <details className={classes.details}>
              <summary>Use a link from an email</summary>
              <PasteMailedLink />
            </details>
          )}
        </Panel>
      );
    case "verified":
      return (
        <Verified title={words[kind].verified} state={state}>
          <AccessNow />
          {install}
        </Verified>
      );
    case "failed":
      return <NotFound words={words[kind]} onTryAnother={tryAnotherEmail} />;
    case "sent":
      return (
        <Panel title={linkSentMessage.title}>
          <p role="status">{linkSentMessage.description}</p>
          <p>Open the link on the device where you want to use the app. It works once.</p>
          <PasteMailedLink />
          <a className={formClasses.link} href={words[kind].path}>
            Try Different Email
          </a>
        </Panel>
      );
  }
}

type VerifiedProps = {
  readonly title: string;
  readonly state: Extract<VerifyState, { name: "verified" }>;
  /** The next actions. */
  readonly children: ReactNode;
};

function Verified({ title, state, children }: VerifiedProps) {
  const date = state.purchaseDate === null ? null : purchaseDateText(state.purchaseDate);
  return (
    <Panel title={title}>
      <Notice tone="good" role="status">
        <p>{purchaseMessages.emailVerified.description}</p>
        {state.email === null ? (
          <p>Purchase confirmed.</p>
        ) : (
          <p>Purchase confirmed for: {state.email}</p>
        )}
        {date !== null && <p>Purchase date: {date}</p>}
      </Notice>
      <div className={formClasses.actions}>{children}</div>
    </Panel>
  );
}

type NotFoundProps = {
  readonly words: PageWords;
  readonly onTryAnother: () => void;
};

function NotFound({ words: { path, purchase, purchasePath }, onTryAnother }: NotFoundProps) {
  const start = usePurchaseStart();
  return (
    <Panel title="No Purchase Found">
      <p role="status">We could not find a purchase for this address. You can:</p>
      <ul className={classes.list}>
        {notFoundSuggestions.map((suggestion) => (
          <li key={suggestion}>{suggestion}</li>
        ))}
      </ul>
      <div className={formClasses.actions}>
        <ButtonLink
          href={path}
          onClick={(event) => {
            event.preventDefault();
            onTryAnother();
          }}
        >
          Try Different Email
        </ButtonLink>
        <ButtonLink tone="secondary" href={purchasePath ?? start}>
          {purchase}
        </ButtonLink>
      </div>
    </Panel>
  );
}

/** A link that shows a toast and opens the app half a second later; the browser handles clicks with a modifier key. */
function AccessNow() {
  const open = (event: MouseEvent): void => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    showToast(pinMessages.accessGranted);
    setTimeout(() => loadDocument(paths.heartMonitor), redirectTimes.redownloadMs);
  };
  return (
    <ButtonLink href={paths.heartMonitor} onClick={open}>
      Access Now
    </ButtonLink>
  );
}

/**
 * The field for the link of a mail. A mail's link opens in the browser; an app on an iPhone's home screen has cookies of
 * its own and never sees it. The browser posts the form, with and without script; the response sets this device's cookie.
 */
function PasteMailedLink() {
  return (
    <form className={layoutClasses.wide} method="post" action={paths.redownloadConfirm}>
      <p>
        For an app on an iPhone's home screen, copy the link in the mail and paste it in the app.
      </p>
      <Field
        label="Link from the email"
        name="token"
        required
        autoComplete="off"
        autoCapitalize="none"
      />
      <Button type="submit" tone="secondary">
        Use This Link
      </Button>
    </form>
  );
}
