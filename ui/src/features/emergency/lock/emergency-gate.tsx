/** Surrounds every app page: while an emergency is on, its lock takes the page's place. */
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { knownLock } from "#boot/known-lock.ts";
import { uncoverPage } from "#boot/lock-cover.ts";
import { Boundary } from "#components/boundary.tsx";
import { PageBoundary } from "#components/page-boundary.tsx";
import { useToastsHeld } from "#components/use-toasts-held.ts";
import * as paths from "#content/paths.ts";
import { focusPage, forgetScroll } from "#platform/navigation.ts";
import { pageEmergency } from "../controller.ts";
import type { LockedScreen } from "../pin/lockout.ts";
import { EmergencyButtons } from "../trigger/emergency-buttons.tsx";
import { useEmergencyState } from "../use-emergency.ts";
import { CallButtons } from "./call-buttons.tsx";
import { LockScreen } from "./lock-screen.tsx";
import { OverlayLock } from "./overlay-lock.tsx";
import { PlainLock } from "./plain-lock.tsx";
import { shownAt } from "./shown.ts";

/** What still works when a page fails. */
const aids = (
  <>
    <CallButtons />
    <EmergencyButtons />
  </>
);

/** The lock begins at its top with the focus on its heading, after a reload too, and so does the page after it. */
function useNewScreen(isLocked: boolean): void {
  const wasLocked = useRef(false);
  useLayoutEffect(() => {
    if (!isLocked && !wasLocked.current) return;
    wasLocked.current = isLocked;
    focusPage();
    return isLocked ? forgetScroll() : undefined;
  }, [isLocked]);
}

type GateProps = {
  /** The PIN that is printed in public. */
  readonly demoPin: string;
  readonly children: ReactNode;
};

/** Shows the page or the lock. A page that fails does not take the emergency with it. */
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
    // The first script's cover goes in the same frame in which the lock comes.
    if (emergency !== null || knownLock() === null) uncoverPage();
  });

  const shown = shownAt(emergency, pathname);
  const isLocked = shown === "lock-screen" || shown === "overlay";
  useToastsHeld(isLocked);
  useNewScreen(isLocked);
  useEffect(() => {
    if (shown === "nothing") navigate(paths.heartMonitor, { replace: true });
  }, [shown, navigate]);

  if (shown === "nothing") return null;
  if (shown === "page") {
    // Behind a decoy even a page that fails names no emergency.
    return <PageBoundary aids={emergency === null ? aids : null}>{children}</PageBoundary>;
  }
  return shown === "lock-screen" ? (
    <Failsafe key={`lock-${emergency?.id}`} screen="lockScreen">
      <LockScreen />
    </Failsafe>
  ) : (
    <Failsafe key={`overlay-${emergency?.id}`} screen="overlay">
      <OverlayLock hasBox={pathname === paths.voice} />
    </Failsafe>
  );
}

type FailsafeProps = { readonly screen: LockedScreen; readonly children: ReactNode };

/** Shows a lock, and a plain one in its place when it fails; each emergency begins with the whole lock. */
function Failsafe({ screen, children }: FailsafeProps) {
  const [attempt, setAttempt] = useState(0);
  const plain = <PlainLock screen={screen} onRetry={() => setAttempt((count) => count + 1)} />;
  return (
    <Boundary key={attempt} fallback={plain}>
      {children}
    </Boundary>
  );
}
