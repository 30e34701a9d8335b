/** The way to buy: a link to the checkout that, with script, first asks for the e-mail address here. */
import { type MouseEvent, type ReactNode, useState } from "react";
import { ButtonLink, type ButtonTone } from "#components/button.tsx";
import { useLazyPart } from "#components/use-lazy-part.ts";
import * as paths from "#content/paths.ts";
import { lazyStyles } from "#platform/lazy-styles.ts";
import { loadDocument } from "#platform/navigation.ts";

type BuyLinkProps = { readonly tone?: ButtonTone; readonly children: ReactNode };

const loadModal = async () => {
  const [{ EmailModal }] = await Promise.all([import("./email-modal.tsx"), lazyStyles()]);
  return EmailModal;
};

/** The link does by itself what the modal would have done. */
const goToCheckout = () => loadDocument(paths.checkout);

/** `data-replay` lets a click that came before hydration open the modal too. */
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
