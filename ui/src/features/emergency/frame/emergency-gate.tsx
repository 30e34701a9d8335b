/** Surrounds every app page: while an emergency is on, its lock takes the page's place. */
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { forgetEarlyStart, giveUpEarlyTaps, takeEarlyStart } from "#boot/early-trigger.ts";
import { knownLock } from "#boot/known-lock.ts";
import { isAsking, uncoverPage } from "#boot/lock-cover.ts";
import { PageBoundary } from "#components/boundary/boundaries.tsx";
import { Boundary } from "#components/boundary/boundary.tsx";
import { useLazyPart } from "#components/loading.ts";
import { dropToasts, useToastsHeld } from "#components/toast/toast-store.ts";
import * as paths from "#content/paths.ts";
import { focusPage, forgetScroll, reloadDocument } from "#platform/page/navigation.ts";
import { askBeforeLeaving } from "#platform/page/navigation-hold.ts";
import { hasFreshTap } from "#platform/sms.ts";
import { isCodeAsked } from "#store/settings/own-pin.ts";
import { settingsRecord } from "#store/settings/settings.ts";
import type { PageName } from "#wire/pages.ts";
import { CallButtons } from "../calls/call-buttons.tsx";
import { pageEmergency } from "../controller/controller.ts";
import { useEmergencyState } from "../controller/use-emergency.ts";
import { showsProtection, useGateOpen, watchGate } from "../gate/gate.ts";
import { onLeftAlone } from "../gate/gate-clock.ts";
import { LockScreen } from "../lock/lock-screen.tsx";
import { OverlayLock } from "../lock/overlay-lock.tsx";
import { PlainLock } from "../lock/plain-lock.tsx";
import { SaveSound } from "../lock/save-sound.tsx";
import {
  type Ended,
  isEndShown,
  isInMemory,
  isSoundAtRisk,
  isSoundWaiting,
} from "../machine/after-rules.ts";
import { type Emergency, isHidden } from "../machine/state.ts";
import type { LockedScreen } from "../pin/lockout.ts";
import { EmergencyButtons } from "../trigger/emergency-buttons.tsx";

/** What still works when a page fails. */
const aids = (
  <>
    <CallButtons />
    <EmergencyButtons />
  </>
);

/** What still works when the screen after an emergency fails: a reload loses sound that is only in memory. */
const endAids = ({ closed }: Ended) => (
  <>
    {isInMemory(closed) && <SaveSound />}
    {aids}
  </>
);

/** Each lock begins at its top with the focus on its heading, after a reload too, and so does the page after it; null is no lock. */
function useNewScreen(lock: string | null): void {
  const wasLocked = useRef(false);
  useLayoutEffect(() => {
    const isLocked = lock !== null;
    if (!isLocked && !wasLocked.current) return;
    wasLocked.current = isLocked;
    focusPage();
    return isLocked ? forgetScroll() : undefined;
  }, [lock]);
}

/** Loaded when it is needed: the page waits behind it, and is shown where it cannot be loaded. */
const loadEnded = async () => (await import("../ended/after-end.tsx")).AfterEnd;

/** Whether the screen after an emergency takes the place of a page, or the page says that it waits; what nobody looks at goes. */
function useEnd(ended: Ended | null, page: PageName) {
  const settings = settingsRecord.use();
  const isOpen = useGateOpen();
  const seen = ended?.isShown && !ended.isAway ? ended.id : null;
  useEffect(() => {
    if (seen === null) return;
    return onLeftAlone(() => {
      // A phone that slept may still show one that names the emergency.
      dropToasts();
      pageEmergency().report({ type: "end-hidden", emergencyId: seen });
    });
  }, [seen]);
  const isAtRisk = isSoundAtRisk(ended, page === "heart-monitor");
  useEffect(() => (isAtRisk ? askBeforeLeaving() : undefined), [isAtRisk]);
  const place = {
    isMonitor: page === "heart-monitor",
    isProtected: showsProtection(page),
    isCodeAsked: isCodeAsked(settings),
    isOpen,
  };
  return { isEnd: isEndShown(ended, place), isWaiting: isSoundWaiting(ended, place) };
}

type GateProps = {
  /** The PIN that is printed in public. */
  readonly demoPin: string;
  /** The page that `children` shows: while another one is loaded, its URL is there before it. */
  readonly page: PageName;
  readonly children: ReactNode;
};

/** Shows the page or the lock. A page that fails does not take the emergency with it. */
export function EmergencyGate({ demoPin, page, children }: GateProps) {
  const { emergency, ended } = useEmergencyState();
  // Here, because the code also stops counting behind a lock and behind the screen after an emergency.
  useEffect(watchGate, []);
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const goHome = useRef<() => void>(() => undefined);
  goHome.current = () => navigate(paths.landing);

  useLayoutEffect(() => {
    const stop = pageEmergency().start({ demoPin, goHome: () => goHome.current() });
    giveUpEarlyTaps();
    if (takeEarlyStart()) {
      const how = { kind: "real", triggeredBy: "button", safeWord: null } as const;
      pageEmergency().trigger({ ...how, isLate: !hasFreshTap() });
    }
    return stop;
  }, [demoPin]);

  const realId = emergency?.kind === "real" ? emergency.id : null;
  useLayoutEffect(() => {
    // What asked for it, also in a tab that has not loaded yet, asks for no other one.
    if (realId !== null) forgetEarlyStart();
  }, [realId]);

  useLayoutEffect(() => {
    // The first script's cover goes in the same frame in which the lock comes.
    const isCurrent = emergency === pageEmergency().getState().emergency;
    const isFree = knownLock() === null && !isAsking();
    if (isCurrent && (emergency !== null || isFree)) uncoverPage();
  });

  const shown = shownAt(emergency, pathname);
  const isLocked = shown === "lock-screen" || shown === "overlay";
  // Behind the heart monitor no other part of the app says anything either.
  useToastsHeld(emergency !== null);
  const isHidden = emergency !== null && !isLocked;
  const wasLocked = useRef(false);
  useLayoutEffect(() => {
    // A toast of the lock would tell, also one that was not shown yet.
    if (isHidden && wasLocked.current) dropToasts();
    wasLocked.current = isLocked;
  }, [isHidden, isLocked]);
  // A test that becomes real keeps its lock, and loses the button that had the focus.
  useNewScreen(isLocked ? `${emergency?.id} ${emergency?.kind}` : null);
  useEffect(() => {
    if (shown === "nothing") navigate(paths.heartMonitor, { replace: true });
  }, [shown, navigate]);

  if (shown === "nothing") return null;
  // A hidden emergency has no other page, not even for the moment until the heart monitor is there.
  if (emergency !== null && shown === "page" && page !== "heart-monitor") return null;
  if (shown === "page") {
    return (
      <PageOrEnd page={page} ended={ended} isHiding={emergency !== null}>
        {children}
      </PageOrEnd>
    );
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

type PageOrEndProps = {
  readonly page: PageName;
  readonly ended: Ended | null;
  /** Whether the page hides an emergency. */
  readonly isHiding: boolean;
  readonly children: ReactNode;
};

/** The page, or what comes after an emergency in its place or above it. */
function PageOrEnd({ page, ended, isHiding, children }: PageOrEndProps) {
  const navigate = useNavigate();
  const End = useLazyPart(loadEnded, ended?.isShown === true);
  const { isEnd, isWaiting } = useEnd(ended, page);
  const known = End !== null && ended !== null;
  if (known && isEnd) {
    return (
      <PageBoundary aids={endAids(ended)} onReload={reloadDocument}>
        <End ended={ended} />
      </PageBoundary>
    );
  }
  // Behind a decoy even a page that fails names no emergency. The next page is another try.
  return (
    <>
      {known && isWaiting && <End ended={ended} onReturn={() => navigate(paths.settings)} />}
      <PageBoundary key={page} aids={isHiding ? null : aids} onReload={reloadDocument}>
        {children}
      </PageBoundary>
    </>
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

/**
 * `page`: the page itself. `nothing`: a page that a hidden emergency may not show; the heart monitor follows.
 * `lock-screen` and `overlay`: the locks of the main screens and of all other pages.
 */
type Shown = "page" | "nothing" | "lock-screen" | "overlay";

/** What is shown at a path: the one decision, for every app page. After a decoy unlock, and behind the disguise, that is the heart monitor alone. */
export function shownAt(emergency: Emergency | null, pathname: string): Shown {
  if (emergency === null) return "page";
  if (isHidden(emergency)) return pathname === paths.heartMonitor ? "page" : "nothing";
  return paths.mainScreens.includes(pathname) ? "lock-screen" : "overlay";
}
