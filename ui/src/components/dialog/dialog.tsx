/** The modal dialogs: one to work in, and one that asks before what cannot be undone. Radix traps the focus. */
import * as RadixDialog from "@radix-ui/react-dialog";
import { type ReactNode, useRef } from "react";
import { Button, type ButtonTone } from "#components/button.tsx";
import { Icon } from "#components/icon.tsx";
import screenClasses from "#components/layout/screen.module.css";
import textClasses from "#components/text.module.css";
import classes from "./dialog.module.css";

type ModalProps = {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** Gives an element of the dialog the focus when it opens. */
  readonly takeFocus: (dialog: HTMLElement) => void;
  /** Whether only its buttons and Escape answer it: not a tap beside it. */
  readonly isQuestion?: boolean;
  readonly description: ReactNode | undefined;
  readonly children: ReactNode;
};

/** What both dialogs are: over the page while `isOpen`, closed by Escape; the focus returns to where it was. */
function Modal({ isOpen, onClose, takeFocus, isQuestion, description, children }: ModalProps) {
  // Radix gives the focus back only to its own trigger, and our dialogs are opened by state.
  const before = useRef<Element | null>(null);
  return (
    <RadixDialog.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className={classes.overlay} />
        <RadixDialog.Content
          onOpenAutoFocus={(event) => {
            const dialog = event.target as HTMLElement;
            before.current = dialog.ownerDocument.activeElement;
            event.preventDefault();
            takeFocus(dialog);
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            (before.current as HTMLElement | null)?.focus();
          }}
          className={classes.dialog}
          {...(isQuestion && {
            role: "alertdialog",
            onInteractOutside: (event: Event) => event.preventDefault(),
          })}
          {...(description === undefined && { "aria-describedby": undefined })}
        >
          {children}
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}

/** The title of a dialog, which names it. */
const Title = ({ children }: { readonly children: ReactNode }) => (
  <RadixDialog.Title className={classes.title}>{children}</RadixDialog.Title>
);

/** What a dialog is about. */
const Description = ({ children }: { readonly children: ReactNode }) => (
  <RadixDialog.Description className={textClasses.soft}>{children}</RadixDialog.Description>
);

type DialogProps = {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly description?: ReactNode;
  readonly children: ReactNode;
};

/** Shows `children` over the page while `isOpen`. The focus starts on the dialog and not on its first control, which is "Close". */
export function Dialog({ isOpen, onClose, title, description, children }: DialogProps) {
  return (
    <Modal
      isOpen={isOpen}
      onClose={onClose}
      takeFocus={(dialog) => dialog.focus()}
      description={description}
    >
      <div className={classes.top}>
        <Title>{title}</Title>
        <RadixDialog.Close className={classes.close} aria-label="Close">
          <Icon name="close" />
        </RadixDialog.Close>
      </div>
      {description !== undefined && <Description>{description}</Description>}
      {children}
    </Modal>
  );
}

type AlertDialogProps = {
  readonly isOpen: boolean;
  readonly title: string;
  readonly description: ReactNode;
  readonly confirmLabel: string;
  readonly tone?: ButtonTone;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
};

/** Asks before what cannot be undone, while `isOpen`; the focus starts on Cancel. */
export function AlertDialog(props: AlertDialogProps) {
  const { isOpen, title, description, confirmLabel, onConfirm, onCancel } = props;
  return (
    <Modal
      isOpen={isOpen}
      onClose={onCancel}
      takeFocus={(dialog) => dialog.querySelector("button")?.focus()}
      isQuestion
      description={description}
    >
      <Title>{title}</Title>
      <Description>{description}</Description>
      <div className={screenClasses.buttons}>
        <Button tone="secondary" onClick={onCancel}>
          Cancel
        </Button>
        <Button tone={props.tone ?? "primary"} onClick={onConfirm}>
          {confirmLabel}
        </Button>
      </div>
    </Modal>
  );
}
