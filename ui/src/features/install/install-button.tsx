/** The button that shows the browser's install prompt. */
import { Button } from "#components/button.tsx";
import { reportInstall } from "./controller.ts";
import classes from "./install.module.css";
import { desktopButton } from "./machine.ts";
import { useInstall } from "./use-install.ts";

/** Disabled without a prompt. */
export function InstallButton() {
  const install = useInstall();
  const { label, isEnabled } = desktopButton(install);
  return (
    <>
      <Button
        tone="secondary"
        disabled={!isEnabled}
        onClick={() => reportInstall({ type: "accepted" })}
      >
        {label}
      </Button>
      {!isEnabled && !install.isInstalled && (
        <p className={classes.note}>
          This browser offers no button for it here. Its menu may: look for "Install app" or "Add to
          Home screen".
        </p>
      )}
    </>
  );
}
