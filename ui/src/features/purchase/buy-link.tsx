/** A link to the checkout that, with script, first opens a dialog for the e-mail address. */
import { type MouseEvent, type ReactNode, useState } from "react";
import { ButtonLink, type ButtonTone } from "#components/button.tsx";
import { useLazyPart } from "#components/loading.ts";
import * as paths from "#content/paths.ts";
import { lazyStyles } from "#platform/page/lazy-styles.ts";
import { loadDocument } from "#platform/page/navigation.ts";

type BuyLinkProps = { readonly tone?: ButtonTone; readonly children: ReactNode };

const loadModal = async () => {
  const [{ EmailModal }] = await Promise.all([import("./email-modal.tsx"), lazyStyles()]);
  return EmailModal;
};

/** The fallback when the dialog cannot be loaded. */
const goToCheckout = () => loadDocument(paths.checkout);

/** `data-replay`: a click before hydration opens the dialog too. */
export function BuyLink({ tone = "primary", children }: BuyLinkProps) {
  const [isOpen, setOpen] = useState(false);
  const EmailModal = useLazyPart(loadModal, isOpen, goToCheckout);
  const open = (event: MouseEvent): void => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    setOpen(true);
  };
  return (
    <>
      <ButtonLink tone={tone} href={paths.checkout} data-replay="" onClick={open}>
        {children}
      </ButtonLink>
      {EmailModal !== null && <EmailModal isOpen={isOpen} onClose={() => setOpen(false)} />}
    </>
  );
}
