/** Offers to put the app on the home screen, three seconds after the browser could. */

import { useEffect, useRef } from "react";
import { useNavigate } from "react-router";
import { useLazyPart } from "#components/use-lazy-part.ts";
import * as paths from "#content/paths.ts";
import { wallTime } from "#platform/clock.ts";
import { emergencyStateRecord } from "#store/emergency-state.ts";
import { reportInstall, startInstall } from "./controller.ts";
import { useInstall } from "./use-install.ts";

type InstallDialogProps = {
  /** The disguised name under which the app will appear. */
  readonly displayName: string;
};

/** Few visits see the offer: its code comes when it is due. */
const loadOffer = async () => (await import("./install-offer.tsx")).InstallOffer;

/** Waits for the browser's event, and then for its moment. */
export function InstallDialog({ displayName }: InstallDialogProps) {
  const { isDialogOpen } = useInstall();
  // Nothing may come between a person and the lock.
  const { isLocked } = emergencyStateRecord.use();
  const navigate = useNavigate();
  const goToSetup = useRef<() => void>(() => undefined);
  goToSetup.current = () => navigate(paths.postDownload);
  useEffect(() => startInstall(() => goToSetup.current()), []);
  const isOpen = isDialogOpen && !isLocked;
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
