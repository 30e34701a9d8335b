/** Offers to put the app on the home screen, three seconds after the browser could. */
import { useEffect, useRef } from "react";
import { useNavigate } from "react-router";
import { Button } from "#components/button.tsx";
import { Dialog } from "#components/dialog.tsx";
import { wallTime } from "#platform/clock.ts";
import { emergencyStateRecord } from "#store/emergency-state.ts";
import { reportInstall, startInstall } from "./controller.ts";
import classes from "./install.module.css";
import { useInstall } from "./use-install.ts";

type InstallDialogProps = {
  /** The disguised name under which the app will appear. */
  readonly displayName: string;
  /** The set-up wizard. */
  readonly setupPath: string;
};

/** Names only the disguise: the dialog comes by itself, whoever is looking. */
export function InstallDialog({ displayName, setupPath }: InstallDialogProps) {
  const { isDialogOpen } = useInstall();
  // Nothing may come between a person and the lock.
  const { isLocked } = emergencyStateRecord.use();
  const navigate = useNavigate();
  const goToSetup = useRef<() => void>(() => undefined);
  goToSetup.current = () => navigate(setupPath);
  useEffect(() => startInstall(() => goToSetup.current()), []);
  const putOff = () => reportInstall({ type: "put-off", now: wallTime() });
  return (
    <Dialog
      isOpen={isDialogOpen && !isLocked}
      onClose={putOff}
      title={`Install ${displayName}`}
      description="Add it to your home screen. It opens faster and works without a connection."
    >
      <div className={classes.row}>
        <Button tone="secondary" onClick={putOff}>
          Not Now
        </Button>
        <Button onClick={() => reportInstall({ type: "accepted" })}>Install</Button>
      </div>
    </Dialog>
  );
}
