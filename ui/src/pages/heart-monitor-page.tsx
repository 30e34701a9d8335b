/** The heart-monitor page, the app's disguise. */
import { useLayoutEffect, useState } from "react";
import { useNavigate } from "react-router";
import { PanelBoundary } from "#components/boundary/boundaries.tsx";
import { BackLink } from "#components/layout/back-bar.tsx";
import layoutClasses from "#components/layout/layout.module.css";
import { useLazyPart } from "#components/loading.ts";
import * as paths from "#content/paths.ts";
import { disguiseTitle } from "#content/product.ts";
import { AccessBanner } from "#features/disguise/access-banner.tsx";
import { StepCount, WeeklyChart } from "#features/disguise/charts.tsx";
import { HeartButton } from "#features/disguise/heart-button.tsx";
import { HeartOptions } from "#features/disguise/heart-options.tsx";
import { useLitScreen } from "#features/disguise/lit-screen.ts";
import { MeasureButton } from "#features/disguise/measure-button.tsx";
import classes from "#features/disguise/monitor.module.css";
import { MonitorHeading } from "#features/disguise/monitor-heading.tsx";
import type { MonitorView } from "#features/disguise/monitor-nav.tsx";
import { MonitorScreen } from "#features/disguise/monitor-screen.tsx";
import { Readings } from "#features/disguise/readings.tsx";
import { CodeScreen, type Granted } from "#features/emergency/code/security-code-screen.tsx";
import { useEmergencyState } from "#features/emergency/controller/use-emergency.ts";
import { type HiddenLock, useHiddenLock } from "#features/emergency/frame/use-hidden-lock.ts";
import { openGate } from "#features/emergency/gate/gate.ts";
import type { Emergency } from "#features/emergency/machine/state.ts";
import type { PinOutcome } from "#features/emergency/pin/pin.ts";
import { IntroGate } from "#features/onboarding/intro-gate.tsx";
import type { SessionView } from "#features/pulse-check/session-card.tsx";
import { VoiceStatusLine } from "#features/voice/listening-note.tsx";
import { useRootMark } from "#platform/page/root-mark.ts";
import { useScreenStart } from "#platform/page/screen-start.ts";
import {
  answeredBpm,
  guardianReportsRecord,
  reportsOf,
} from "#store/guardians/guardian-reports.ts";
import { heartViewRecord } from "#store/heart-monitor.ts";
import { settingsRecord } from "#store/settings/settings.ts";

/** Loaded lazily: few visits follow a purchase. */
const loadClaimSettler = async () =>
  (await import("#features/purchase/claim-settler.tsx")).ClaimSettler;
const loadSession = async () => (await import("./session-part.tsx")).SessionPart;

/**
 * Whether the page has nothing that an ordinary heart monitor lacks: while it hides an emergency, and always for a person who
 * chose to stay disguised, because what is there before a trigger must be there after it.
 */
function usePlain(emergency: Emergency | null): boolean {
  const { staysDisguised } = settingsRecord.use();
  const [isHydrated, setHydrated] = useState(false);
  // Before the first paint: the early script shows the page only once it is as it stays.
  useLayoutEffect(() => setHydrated(true), []);
  const isChosen = isHydrated ? settingsRecord.read().staysDisguised : staysDisguised;
  return emergency !== null || isChosen;
}

type HeartMonitorScreen = "heart" | "code" | "options";

/** The app's own page; while it hides an emergency, an ordinary heart monitor and nothing else. */
export function HeartMonitorPage() {
  useRootMark("monitor");
  useLitScreen();
  return (
    <div data-look="monitor">
      <Screens />
    </div>
  );
}

function Screens() {
  const { emergency } = useEmergencyState();
  // Here, so that an emergency that begins unseen leaves the view on the screen.
  const [view, setView] = useState<MonitorView>("today");
  const [screen, setScreen] = useState<HeartMonitorScreen>("heart");
  useScreenStart(screen);
  const navigate = useNavigate();
  const isPlain = usePlain(emergency);
  // Here, because it counts visits behind the heart.
  const hidden = useHiddenLock();
  const back = () => setScreen("heart");
  if (screen === "options") return <HeartOptions onBack={back} />;
  if (screen === "code") {
    const open = () => {
      openGate();
      navigate(paths.settings);
    };
    const decide = (outcome: PinOutcome, granted: Granted) => {
      // The demo PIN opens what any heart monitor has; where it is the person's only one, it opens the settings.
      if (outcome === "decoy" || (outcome === "demo" && emergency !== null)) setScreen("options");
      else if (outcome === "own" && emergency !== null) open();
      else if (outcome === "own" || outcome === "demo") granted(open);
    };
    return <CodeScreen onOutcome={decide} onBack={back} />;
  }
  return (
    <Monitor
      view={view}
      onGo={setView}
      isPlain={isPlain}
      emergency={emergency}
      hidden={hidden}
      onCode={() => setScreen("code")}
    />
  );
}

/** The figures of today, as the person chose them, and what was measured. */
function Figures() {
  const view = heartViewRecord.use();
  return (
    <>
      {view.steps && <StepCount />}
      {view.week && <WeeklyChart />}
      <Readings />
    </>
  );
}

type MonitorProps = {
  readonly view: MonitorView;
  readonly onGo: (view: MonitorView) => void;
  readonly isPlain: boolean;
  readonly emergency: Emergency | null;
  readonly hidden: HiddenLock | null;
  readonly onCode: () => void;
};

/**
 * A tap on the heart, and the session's card, open the settings, before which the gate asks for the code; on a plain monitor
 * the code comes first, because while an emergency is hidden there are no settings.
 * Where the person chose the disguise, holding the heart opens the lock behind it.
 */
function Monitor({ view, onGo, isPlain, emergency, hidden, onCode }: MonitorProps) {
  const navigate = useNavigate();
  const reports = guardianReportsRecord.use();
  // After a decoy unlock the sentences of a session and of a purchase would tell.
  const isDecoy = emergency?.isDecoy === true;
  const ClaimSettler = useLazyPart(loadClaimSettler, !isDecoy);
  const Session = useLazyPart(loadSession, !isDecoy);
  const [sessionView, setSessionView] = useState<SessionView>("card");
  const toSettings = () => (isPlain ? onCode() : navigate(paths.settings));
  const session = !isDecoy && Session && (
    <Session view={sessionView} onChange={setSessionView} onSettings={toSettings} />
  );
  const isCodeShown = Boolean(session) && sessionView.startsWith("code");
  useScreenStart(isCodeShown);
  if (isCodeShown) return session;
  const tapped = () => {
    if (hidden?.visit() !== true) toSettings();
  };
  const isOn = emergency !== null;
  return (
    <>
      <MonitorScreen view={view} onGo={onGo}>
        <div>
          {!isPlain && (
            <BackLink label="Return to Main" href={paths.home} onGo={() => navigate(paths.home)} />
          )}
          <MonitorHeading title={disguiseTitle} />
        </div>
        {!isPlain && (
          <div className={classes.bannerPlace}>
            <AccessBanner />
          </div>
        )}
        <div className={layoutClasses.stack}>
          <HeartButton
            onTap={tapped}
            onHold={isPlain ? (hidden?.open ?? nothing) : null}
            {...(isOn && { bpm: answeredBpm(reportsOf(reports, emergency)) })}
          />
          <MeasureButton isOff={isOn} />
          {!isPlain && <VoiceStatusLine />}
        </div>
        <div className={layoutClasses.stack}>
          <Figures />
          {session && <PanelBoundary isUnseen>{session}</PanelBoundary>}
        </div>
      </MonitorScreen>
      {!isDecoy && <IntroGate />}
      {!isDecoy && ClaimSettler && <ClaimSettler />}
    </>
  );
}

const nothing = () => undefined;
