/** A modal dialog: Radix traps the focus and closes it on Escape. */
import * as RadixDialog from "@radix-ui/react-dialog";
import type { ReactNode } from "react";
import { Icon } from "#components/icon.tsx";
import textClasses from "#components/text.module.css";
import classes from "./dialog.module.css";
import { useGiveFocusBack } from "./give-focus-back.ts";

type DialogProps = {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly description?: ReactNode;
  readonly children: ReactNode;
};

/** Shows `children` over the page while `isOpen`. */
export function Dialog({ isOpen, onClose, title, description, children }: DialogProps) {
  const focusHandlers = useGiveFocusBack();
  return (
    <RadixDialog.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className={classes.overlay} />
        <RadixDialog.Content
          {...focusHandlers}
          onOpenAutoFocus={(event) => {
            focusHandlers.onOpenAutoFocus(event);
            // Focuses the dialog instead of its first control, which is "Close".
            event.preventDefault();
            (event.target as HTMLElement).focus();
          }}
          className={classes.dialog}
          {...(description === undefined && { "aria-describedby": undefined })}
        >
          <div className={classes.top}>
            <RadixDialog.Title className={classes.title}>{title}</RadixDialog.Title>
            <RadixDialog.Close className={classes.close} aria-label="Close">
              <Icon name="close" />
            </RadixDialog.Close>
          </div>
          {description !== undefined && (
            <RadixDialog.Description className={textClasses.soft}>
              {description}
            </RadixDialog.Description>
          )}
          {children}
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}
