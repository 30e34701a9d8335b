/** Stands between the app and the person: while an emergency is on, its lock takes the page's place. */
import { type ReactNode, useEffect, useLayoutEffect, useRef } from "react";
import { useLocation, useNavigate } from "react-router";
import { knownLock } from "#platform/known-lock.ts";
import { uncoverPage } from "#platform/lock-cover.ts";
import { pageEmergency } from "../controller.ts";
import { useEmergencyState } from "../use-emergency.ts";
import { LockScreen } from "./lock-screen.tsx";
import { MAIN_SCREENS } from "./main-screens.ts";
import { OverlayLock } from "./overlay-lock.tsx";
import { PageBoundary } from "./page-boundary.tsx";

const HOME = "/";
const HEART_MONITOR = "/app";
const VOICE = "/voice";

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
  goHome.current = () => navigate(HOME);

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
    if (isDecoy && pathname !== HEART_MONITOR) {
      navigate(HEART_MONITOR, { replace: true });
    }
  }, [isDecoy, pathname, navigate]);

  if (emergency === null || (isDecoy && pathname === HEART_MONITOR)) {
    return <PageBoundary>{children}</PageBoundary>;
  }
  if (isDecoy) {
    return null;
  }
  return (
    <PageBoundary key="lock">
      {MAIN_SCREENS.includes(pathname) ? (
        <LockScreen />
      ) : (
        <OverlayLock hasBox={pathname === VOICE} />
      )}
    </PageBoundary>
  );
}
