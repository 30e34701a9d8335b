/** A confirmation before what cannot be undone; a tap outside does not answer it. */
import * as RadixAlertDialog from "@radix-ui/react-alert-dialog";
import type { ReactNode } from "react";
import { Button, type ButtonTone } from "#components/button.tsx";
import screenClasses from "#components/layout/screen.module.css";
import textClasses from "#components/text.module.css";
import classes from "./dialog.module.css";
import { useGiveFocusBack } from "./give-focus-back.ts";

type AlertDialogProps = {
  readonly isOpen: boolean;
  readonly title: string;
  readonly description: ReactNode;
  readonly confirmLabel: string;
  readonly cancelLabel?: string;
  readonly tone?: ButtonTone;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
};

/** Shows the question while `isOpen`; the focus starts on Cancel. */
export function AlertDialog(props: AlertDialogProps) {
  const { isOpen, title, description, confirmLabel, onConfirm, onCancel } = props;
  const focusHandlers = useGiveFocusBack();
  return (
    <RadixAlertDialog.Root open={isOpen} onOpenChange={(open) => !open && onCancel()}>
      <RadixAlertDialog.Portal>
        <RadixAlertDialog.Overlay className={classes.overlay} />
        <RadixAlertDialog.Content {...focusHandlers} className={classes.dialog}>
          <RadixAlertDialog.Title className={classes.title}>{title}</RadixAlertDialog.Title>
          <RadixAlertDialog.Description className={textClasses.soft}>
            {description}
          </RadixAlertDialog.Description>
          <div className={screenClasses.buttons}>
            <RadixAlertDialog.Cancel asChild>
              <Button tone="secondary">{props.cancelLabel ?? "Cancel"}</Button>
            </RadixAlertDialog.Cancel>
            <RadixAlertDialog.Action asChild>
              <Button tone={props.tone ?? "primary"} onClick={onConfirm}>
                {confirmLabel}
              </Button>
            </RadixAlertDialog.Action>
          </div>
        </RadixAlertDialog.Content>
      </RadixAlertDialog.Portal>
    </RadixAlertDialog.Root>
  );
}
