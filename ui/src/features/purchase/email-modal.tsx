/** The dialog that asks for the e-mail address before the checkout. */

import { type FormEvent, useState } from "react";
import { Button } from "#components/button.tsx";
import { Dialog } from "#components/dialog/dialog.tsx";
import { EmailField } from "#components/form/field.tsx";
import layoutClasses from "#components/layout/layout.module.css";
import * as paths from "#content/paths.ts";
import { currencyName, priceLabel } from "#content/price.ts";
import { purchaseEmailFailed } from "#content/shop-messages.ts";
import { loadDocument } from "#platform/page/navigation.ts";
import { readPurchaseEmail, writePurchaseEmail } from "#store/access/purchase-email.ts";
import { parsePurchaseEmail } from "./email-rules.ts";

/** Whether it is open, and the callback that closes it. */
type EmailModalProps = {
  readonly isOpen: boolean;
  readonly onClose: () => void;
};

/** Stores a valid address on the device and loads the checkout. */
export function EmailModal({ isOpen, onClose }: EmailModalProps) {
  const [error, setError] = useState<string | null>(null);

  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const parsed = parsePurchaseEmail(String(new FormData(event.currentTarget).get("email")));
    if ("error" in parsed) {
      setError(parsed.error);
      return;
    }
    if (!writePurchaseEmail(parsed.email)) {
      setError(purchaseEmailFailed);
      return;
    }
    setError(null);
    loadDocument(paths.checkout);
  };

  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title="Secure Purchase"
      description={`You pay in ${currencyName}. We use your address to give you access again later: choose one that only you can read.`}
    >
      <form className={layoutClasses.wide} onSubmit={submit} noValidate>
        <EmailField
          label="Email Address"
          name="email"
          defaultValue={readPurchaseEmail() ?? ""}
          error={error}
        />
        <Button type="submit">Continue to Payment - {priceLabel}</Button>
      </form>
    </Dialog>
  );
}
