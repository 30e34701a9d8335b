/** The install section of the settings page. */
import { type MouseEvent, type ReactNode, useEffect, useState } from "react";
import { Button, ButtonLink } from "#components/button.tsx";
import layoutClasses from "#components/layout/layout.module.css";
import { useLazyPart } from "#components/loading.ts";
import textClasses from "#components/text.module.css";
import { showToast } from "#components/toast/toast-store.ts";
import { redirectTimes } from "#content/limits.ts";
import * as paths from "#content/paths.ts";
import { priceLabel } from "#content/price.ts";
import { purchaseMessages } from "#content/shop-messages.ts";
import { pause } from "#platform/clock.ts";
import { loadDocument } from "#platform/page/navigation.ts";
import { useHasAccess } from "#store/access/access.ts";
import { reportInstall, useInstall } from "./controller.ts";
import classes from "./install.module.css";
import { InstallButton } from "./install-button.tsx";

/** Says why the purchase page opens, and opens it once that could be read. */
function askToPurchase(event: MouseEvent): void {
  event.preventDefault();
  showToast(purchaseMessages.required);
  void pause(redirectTimes.purchaseRequiredMs).then(() => loadDocument(paths.subscribe));
}

const loadSteps = async () => (await import("./manual-steps.tsx")).ManualSteps;

type InstallSectionProps = {
  readonly displayName: string;
  /** Copies what was set up in this browser. */
  readonly takeAlong: ReactNode;
};

/** Offers to install or to buy, or says that the app is installed. */
export function InstallSection({ displayName, takeAlong }: InstallSectionProps) {
  const install = useInstall();
  const hasAccess = useHasAccess();
  const [isChecking, setChecking] = useState(true);
  const [showsSteps, setShowsSteps] = useState(false);
  const Steps = useLazyPart(loadSteps, showsSteps);
  // The records are on the device, so they are read after hydration.
  useEffect(() => setChecking(false), []);

  if (isChecking) return <p role="status">Checking Access...</p>;
  if (install.isInstalled) {
    return (
      <div className={layoutClasses.close}>
        <p className={classes.done}>App Installed</p>
        <p className={textClasses.note}>Look for "{displayName}" on your home screen.</p>
      </div>
    );
  }
  if (!hasAccess) {
    return (
      <div className={layoutClasses.close}>
        <ButtonLink href={paths.subscribe} onClick={askToPurchase}>
          Purchase to Download - {priceLabel}
        </ButtonLink>
        <p className={textClasses.note}>
          Bought it already? <a href={paths.verify}>verify your purchase</a>
        </p>
      </div>
    );
  }
  return (
    <div className={layoutClasses.close}>
      <Button
        onClick={() =>
          install.isOffered ? reportInstall({ type: "accepted" }) : setShowsSteps(true)
        }
      >
        Install {displayName}
      </Button>
      <InstallButton />
      {showsSteps && Steps !== null && (
        <Steps
          displayName={displayName}
          takeAlong={takeAlong}
          onDone={() => setShowsSteps(false)}
        />
      )}
    </div>
  );
}
