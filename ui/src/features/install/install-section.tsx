/** The install section of the settings page. */

import { useEffect, useState } from "react";
import { Button, ButtonLink } from "#components/button.tsx";
import { priceLabel } from "#content/limits.ts";
import * as paths from "#content/paths.ts";
import { isApplePhone } from "#platform/display-mode.ts";
import { useHasAccess } from "#store/access.ts";
import { reportInstall } from "./controller.ts";
import classes from "./install.module.css";
import { InstallButton } from "./install-button.tsx";
import { ManualSteps } from "./manual-steps.tsx";
import { useInstall } from "./use-install.ts";

/** Offers to install or to buy, or says that the app is installed. */
export function InstallSection({ displayName }: { readonly displayName: string }) {
  const install = useInstall();
  const hasAccess = useHasAccess();
  const [isChecking, setChecking] = useState(true);
  const [showsSteps, setShowsSteps] = useState(false);
  // The records are on the device, so they are read after hydration.
  useEffect(() => setChecking(false), []);

  if (isChecking) return <p role="status">Checking Access...</p>;
  if (install.isInstalled) {
    return (
      <div className={classes.section}>
        <p className={classes.done}>App Installed</p>
        <p className={classes.note}>Look for "{displayName}" on your home screen.</p>
      </div>
    );
  }
  if (!hasAccess) {
    return (
      <div className={classes.section}>
        <ButtonLink href={paths.subscribe}>Purchase to Download - {priceLabel}</ButtonLink>
        <p className={classes.note}>
          Bought it already? <a href={paths.verify}>verify your purchase</a>
        </p>
      </div>
    );
  }
  return (
    <div className={classes.section}>
      <Button
        onClick={() =>
          install.isOffered ? reportInstall({ type: "accepted" }) : setShowsSteps(true)
        }
      >
        Install {displayName}
      </Button>
      <InstallButton />
      {showsSteps && (
        <ManualSteps
          displayName={displayName}
          isApple={isApplePhone()}
          onDone={() => setShowsSteps(false)}
        />
      )}
    </div>
  );
}
