/** The content of the install dialog. */
import { Button } from "#components/button.tsx";
import { Dialog } from "#components/dialog/dialog.tsx";
import classes from "./install.module.css";

type InstallOfferProps = {
  readonly isOpen: boolean;
  /** The disguised name of the app on the home screen. */
  readonly displayName: string;
  readonly onPutOff: () => void;
  readonly onAccept: () => void;
};

/** Names only the disguise, because the dialog opens by itself. */
export function InstallOffer({ isOpen, displayName, onPutOff, onAccept }: InstallOfferProps) {
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onPutOff}
      title={`Install ${displayName}`}
      description="Add it to your home screen. It opens faster and works without a connection."
    >
      <div className={classes.row}>
        <Button tone="secondary" onClick={onPutOff}>
          Not Now
        </Button>
        <Button onClick={onAccept}>Install</Button>
      </div>
    </Dialog>
  );
}
