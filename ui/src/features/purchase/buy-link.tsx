/** The way to buy: a link to the checkout that, with script, first asks for the e-mail address here. */
import { type ComponentType, type MouseEvent, type ReactNode, useState } from "react";
import { ButtonLink, type ButtonTone } from "#components/button.tsx";
import { lateStyles } from "#platform/late-styles.ts";
import { loadDocument } from "#platform/navigation.ts";
import type { EmailModalProps } from "./email-modal.tsx";

type BuyLinkProps = {
  readonly checkoutPath: string;
  readonly tone?: ButtonTone;
  readonly children: ReactNode;
};

/** `data-carry` lets a click that came before hydration open the modal too. */
export function BuyLink({ checkoutPath, tone = "primary", children }: BuyLinkProps) {
  const [loaded, setLoaded] = useState<{ EmailModal: ComponentType<EmailModalProps> } | null>(null);
  const [isOpen, setIsOpen] = useState(false);

  const open = async (event: MouseEvent): Promise<void> => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    try {
      const [module] = await Promise.all([import("./email-modal.tsx"), lateStyles()]);
      setLoaded(module);
      setIsOpen(true);
    } catch {
      // The link does by itself what the modal would have done.
      loadDocument(checkoutPath);
    }
  };

  return (
    <>
      <ButtonLink tone={tone} href={checkoutPath} data-carry="" onClick={open}>
        {children}
      </ButtonLink>
      {loaded !== null && (
        <loaded.EmailModal
          isOpen={isOpen}
          checkoutPath={checkoutPath}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  );
}
