/**
 * The checkout: terms, embedded card form and the form for the hosted page; and what stands there for a device that owns it.
 */
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Button, ButtonLink } from "#components/button.tsx";
import { EmailField } from "#components/form/field.tsx";
import formClasses from "#components/form/form.module.css";
import { Panel } from "#components/layout/card.tsx";
import { Checklist } from "#components/layout/lists.tsx";
import { NarrowPage } from "#components/layout/page.tsx";
import { useHydrated, useLazyPart } from "#components/loading.ts";
import textClasses from "#components/text.module.css";
import { checkoutTerms } from "#content/offer.ts";
import * as paths from "#content/paths.ts";
import { priceLabel } from "#content/price.ts";
import { lazyStyles } from "#platform/page/lazy-styles.ts";
import { loadDocument } from "#platform/page/navigation.ts";
import { readPurchaseEmail } from "#store/access/purchase-email.ts";
import classes from "./checkout.module.css";
import { PaymentTerms, TestPaymentNotice } from "./payment-notes.tsx";

type CheckoutPanelProps = {
  readonly email: string;
  readonly error: string | null;
  /** What the card statement shows. */
  readonly statement: ReactNode;
  /** Whether payments are simulated. */
  readonly isTest: boolean;
  /** The embedded card form, or null for the hosted page only. */
  readonly embedded: ReactNode;
};

/**
 * With `embedded`, CSS hides the form for the hosted page where scripts run; a link shows it again.
 */
export function CheckoutPanel(props: CheckoutPanelProps) {
  const isEmbedded = props.embedded !== null;
  return (
    <NarrowPage title="Complete Your Purchase">
      {props.isTest && <TestPaymentNotice />}
      <Panel title={`Secure Payment - ${priceLabel}`}>
        <Checklist items={checkoutTerms} />
        {props.statement}
        {isEmbedded && (
          <div className={classes.embedded}>
            <Payer />
            {props.embedded}
            <a className={formClasses.link} href="#hosted">
              Trouble with this form? Pay on Stripe's own page
            </a>
          </div>
        )}
        <div id="hosted" className={isEmbedded ? classes.alternative : undefined}>
          <HostedForm {...props} />
        </div>
        <PaymentTerms />
      </Panel>
      <a className={formClasses.link} href={paths.landing}>
        Back to Home
      </a>
    </NarrowPage>
  );
}

/** A form that the browser posts; the response redirects to the hosted page. */
function HostedForm({ email, error }: CheckoutPanelProps) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // Filled with the address that was typed on the landing page.
    if (field.current?.value === "") field.current.value = readPurchaseEmail() ?? "";
  }, []);
  return (
    <form className={classes.form} method="post" action={paths.buy}>
      <input type="hidden" name="from" value="checkout" />
      <EmailField
        id="email"
        ref={field}
        label="Email Address"
        hint="We use it to give you access again later. Choose one that only you can read."
        name="email"
        defaultValue={email}
        error={error}
      />
      <Button type="submit">Continue to Payment - {priceLabel}</Button>
    </form>
  );
}

const loadModal = async () => {
  const [{ EmailModal }] = await Promise.all([import("./email-modal.tsx"), lazyStyles()]);
  return EmailModal;
};

/** The fallback when the dialog cannot be loaded. */
const goToLanding = () => loadDocument(paths.landing);

/** The address that the purchase belongs to. Its place is there before it is known, so that nothing moves. */
function Payer() {
  const isHydrated = useHydrated();
  const [isOpen, setOpen] = useState(false);
  const EmailModal = useLazyPart(loadModal, isOpen, goToLanding);
  const email = isHydrated ? readPurchaseEmail() : null;
  return (
    <div className={classes.payer}>
      <span className={textClasses.note}>Your email address</span>
      <Button
        tone="quiet"
        className={classes.change}
        disabled={!isHydrated}
        onClick={() => setOpen(true)}
      >
        Change
      </Button>
      <p className={classes.place}>
        <span className={classes.email}>{email}</span>
      </p>
      {EmailModal !== null && <EmailModal isOpen={isOpen} onClose={() => setOpen(false)} />}
    </div>
  );
}

/** For a device that owns it: offers the app, and a gift for somebody else. */
export function OwnedPanel() {
  return (
    <NarrowPage title="You already own this">
      <Panel>
        <p>The app works on this device. There is nothing more to pay.</p>
        <div className={formClasses.actions}>
          <ButtonLink href={paths.heartMonitor}>Open the app</ButtonLink>
          <ButtonLink tone="secondary" href={paths.gift}>
            Give it to a friend
          </ButtonLink>
        </div>
      </Panel>
      <a className={formClasses.link} href={paths.landing}>
        Back to Home
      </a>
    </NarrowPage>
  );
}
