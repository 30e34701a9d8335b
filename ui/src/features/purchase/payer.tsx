/** The address that the purchase belongs to, with a button that changes it. */
import { useState } from "react";
import { Button } from "#components/button.tsx";
import { useHydrated, useLazyPart } from "#components/loading.ts";
import textClasses from "#components/text.module.css";
import * as paths from "#content/paths.ts";
import { lazyStyles } from "#platform/page/lazy-styles.ts";
import { loadDocument } from "#platform/page/navigation.ts";
import { readPurchaseEmail } from "#store/access/purchase-email.ts";
import classes from "./checkout.module.css";

const loadModal = async () => {
  const [{ EmailModal }] = await Promise.all([import("./email-modal.tsx"), lazyStyles()]);
  return EmailModal;
};

/** The fallback when the dialog cannot be loaded. */
const goToLanding = () => loadDocument(paths.landing);

/** Its place is there before the address is known, so that nothing moves. */
export function Payer() {
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
