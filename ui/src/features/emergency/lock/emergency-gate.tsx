/** Stands between the app and the person: while an emergency is on, its lock takes the page's place. */
import { type ReactNode, useEffect, useLayoutEffect, useRef } from "react";
import { useLocation, useNavigate } from "react-router";
import { knownLock } from "#boot/known-lock.ts";
import { uncoverPage } from "#boot/lock-cover.ts";
import { PageBoundary } from "#components/page-boundary.tsx";
import * as paths from "#content/paths.ts";
import { pageEmergency } from "../controller.ts";
import { EmergencyButtons } from "../trigger/emergency-buttons.tsx";
import { useEmergencyState } from "../use-emergency.ts";
import { CallButtons } from "./call-buttons.tsx";
import { LockScreen } from "./lock-screen.tsx";
import { OverlayLock } from "./overlay-lock.tsx";

/** What works without the page. */
const aids = (
  <>
    <CallButtons />
    <EmergencyButtons />
  </>
);

type GateProps = {
  /** The PIN that is printed in public. */
  readonly demoPin: string;
  readonly children: ReactNode;
};

/** Wraps every app page. A page that fails leaves the gate, and with it the emergency, alive. */
export function EmergencyGate({ demoPin, children }: GateProps) {
  const { emergency } = useEmergencyState();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const goHome = useRef<() => void>(() => undefined);
  goHome.current = () => navigate(paths.landing);

  useLayoutEffect(
    () => pageEmergency().start({ demoPin, goHome: () => goHome.current() }),
    [demoPin],
  );

  useLayoutEffect(() => {
    // The cover goes in the same frame in which the lock comes.
    if (emergency !== null || knownLock() === null) {
      uncoverPage();
    }
  });

  const isDecoy = emergency?.isDecoy === true;
  useEffect(() => {
    // Behind the decoy there is nothing to see but the heart monitor.
    if (isDecoy && pathname !== paths.heartMonitor) {
      navigate(paths.heartMonitor, { replace: true });
    }
  }, [isDecoy, pathname, navigate]);

  if (emergency === null || (isDecoy && pathname === paths.heartMonitor)) {
    return <PageBoundary aids={aids}>{children}</PageBoundary>;
  }
  if (isDecoy) {
    return null;
  }
  return (
    <PageBoundary key="lock" aids={aids}>
      {paths.mainScreens.includes(pathname) ? (
        <LockScreen />
      ) : (
        <OverlayLock hasBox={pathname === paths.voice} />
      )}
    </PageBoundary>
  );
}
