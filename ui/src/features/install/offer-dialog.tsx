/** The install dialog when the machine says so, on any page that has started it. */
import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { useLazyPart } from "#components/loading.ts";
import * as paths from "#content/paths.ts";
import { wallTime } from "#platform/clock.ts";
import { whenFree } from "#platform/page/occupied.ts";
import { emergencyStateRecord, isBehindMonitor } from "#store/emergency/emergency-state.ts";
import { reportInstall, startInstall, useInstall } from "./controller.ts";

/** How long a person must have been free of dialogs and fields before the dialog opens, in milliseconds. */
const FREE_MS = 2_000;

/** Whether the dialog may be open: it opens over nothing that the person is doing, and an emergency closes it. */
function useFreePerson(isWanted: boolean): boolean {
  const [isFree, setFree] = useState(false);
  useEffect(() => {
    if (!isWanted) return;
    const stop = whenFree(FREE_MS, () => setFree(true));
    return () => {
      stop();
      setFree(false);
    };
  }, [isWanted]);
  return isWanted && isFree;
}

/** Loaded lazily: few visits show the dialog. */
const loadOffer = async () => (await import("./install-offer.tsx")).InstallOffer;

/** `displayName` is the disguised name of the app on the home screen. */
export function OfferDialog({ displayName }: { readonly displayName: string }) {
  const { isDialogOpen } = useInstall();
  // No dialog may cover the lock. The heart monitor shows the same as without an emergency behind it.
  const emergency = emergencyStateRecord.use();
  const isLockShown = emergency.isLocked && !isBehindMonitor(emergency);
  const isOpen = useFreePerson(isDialogOpen && !isLockShown);
  const Offer = useLazyPart(loadOffer, isOpen);
  return Offer === null ? null : (
    <Offer
      isOpen={isOpen}
      displayName={displayName}
      onPutOff={() => reportInstall({ type: "put-off", now: wallTime() })}
      onAccept={() => reportInstall({ type: "accepted" })}
    />
  );
}

type InstallDialogProps = {
  /** The disguised name of the app on the home screen. */
  readonly displayName: string;
};

/**
 * Installation in the app: starts the machine, and shows its dialog three seconds after the browser's prompt is available; the
 * set-up comes after it.
 */
export function InstallDialog({ displayName }: InstallDialogProps) {
  const navigate = useNavigate();
  const goToSetup = useRef<() => void>(() => undefined);
  goToSetup.current = () => navigate(paths.postDownload);
  useEffect(() => startInstall(() => goToSetup.current()), []);
  return <OfferDialog displayName={displayName} />;
}
