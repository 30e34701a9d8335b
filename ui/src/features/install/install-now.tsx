/** Installation on public pages: the button that installs on one tap, where the browser allows it, and shows how otherwise. */
import { type MouseEvent, useEffect, useState } from "react";
import { ButtonLink } from "#components/button.tsx";
import { useLazyPart } from "#components/loading.ts";
import * as paths from "#content/paths.ts";
import { loadDocument } from "#platform/page/navigation.ts";
import { reportInstall, startInstall, useInstall } from "./controller.ts";
import { InstallButton } from "./install-button.tsx";

/** Loaded lazily: only some browsers offer an installation. */
const loadDialog = async () => (await import("./offer-dialog.tsx")).OfferDialog;

/** Starts the machine, once on a page, and shows its dialog; after the installation the set-up wizard opens in a new document. */
function PublicInstall({ displayName }: { readonly displayName: string }) {
  const { isOffered } = useInstall();
  const Dialog = useLazyPart(loadDialog, isOffered);
  useEffect(() => startInstall(() => loadDocument(paths.postDownload)), []);
  return Dialog && <Dialog displayName={displayName} />;
}

type InstallNowProps = {
  readonly displayName: string;
  /** Whether it stands alone: another button on the page may have begun to listen for the browser's offer. */
  readonly isAlone?: boolean;
};

const loadSteps = async () => (await import("./manual-steps.tsx")).ManualSteps;
const openApp = () => loadDocument(paths.heartMonitor);

/** A link to the app, which it stays without a script, with a modifier key, or when the app is installed. */
export function InstallNow({ displayName, isAlone = true }: InstallNowProps) {
  const install = useInstall();
  const [isShown, setShown] = useState(false);
  const Steps = useLazyPart(loadSteps, isShown, openApp);
  const open = (event: MouseEvent): void => {
    const isOrdinary = !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
    if (!isOrdinary || install.isInstalled) return;
    event.preventDefault();
    if (install.isOffered) reportInstall({ type: "accepted" });
    else setShown(true);
  };
  return (
    <>
      <ButtonLink tone="secondary" href={paths.heartMonitor} onClick={open}>
        Install App Now
      </ButtonLink>
      {isAlone && <PublicInstall displayName={displayName} />}
      {isShown && Steps !== null && (
        <Steps displayName={displayName} onDone={() => setShown(false)}>
          <ButtonLink tone="quiet" href={paths.heartMonitor}>
            Open it in this browser
          </ButtonLink>
        </Steps>
      )}
    </>
  );
}

/** The button for a computer; `displayName` is the disguised name of the app on the home screen. */
export function DesktopInstall({ displayName }: { readonly displayName: string }) {
  return (
    <>
      <InstallButton />
      <PublicInstall displayName={displayName} />
    </>
  );
}
