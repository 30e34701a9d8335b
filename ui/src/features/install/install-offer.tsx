/** The dialog that offers to put the app on the home screen. */
import { Button } from "#components/button.tsx";
import { Dialog } from "#components/dialog.tsx";
import classes from "./install.module.css";

type InstallOfferProps = {
  readonly isOpen: boolean;
  /** The disguised name under which the app will appear. */
  readonly displayName: string;
  readonly onPutOff: () => void;
  readonly onAccept: () => void;
};

/** Names only the disguise: the dialog comes by itself, whoever is looking. */
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
