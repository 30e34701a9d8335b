/** The heart-monitor page, the app's disguise. */
import { useState } from "react";
import { useNavigate } from "react-router";
import { BackLink } from "#components/back-bar.tsx";
import { PanelBoundary } from "#components/panel-boundary.tsx";
import { useLazyPart } from "#components/use-lazy-part.ts";
import * as paths from "#content/paths.ts";
import { disguiseTitle } from "#content/product.ts";
import { AccessBanner } from "#features/disguise/access-banner.tsx";
import { HeartButton } from "#features/disguise/heart-button.tsx";
import { HeartOptions } from "#features/disguise/heart-options.tsx";
import { MeasureButton } from "#features/disguise/measure-button.tsx";
import { MonitorHeading } from "#features/disguise/monitor-heading.tsx";
import type { MonitorView } from "#features/disguise/monitor-nav.tsx";
import { MonitorScreen } from "#features/disguise/monitor-screen.tsx";
import { Readings } from "#features/disguise/readings.tsx";
import { StepCount } from "#features/disguise/step-count.tsx";
import { WeeklyChart } from "#features/disguise/weekly-chart.tsx";
import { openGate } from "#features/emergency/gate/gate.ts";
import { useHiddenLock } from "#features/emergency/lock/use-hidden-lock.ts";
import type { Emergency } from "#features/emergency/machine/state.ts";
import { PasscodeScreen } from "#features/emergency/pin/passcode-screen.tsx";
import { useEmergencyState } from "#features/emergency/use-emergency.ts";
import { IntroGate } from "#features/onboarding/intro-gate.tsx";
import { VoiceStatusLine } from "#features/voice/voice-status-line.tsx";
import { useRootMark } from "#platform/root-mark.ts";
import { answeredBpm, guardianReportsRecord, reportsOf } from "#store/guardian-reports.ts";
import { heartViewRecord } from "#store/heart-view.ts";
import classes from "./heart-monitor-page.module.css";

/** Loaded lazily: few visits follow a purchase. */
const loadClaimSettler = async () =>
  (await import("#features/purchase/claim-settler.tsx")).ClaimSettler;
const loadSession = async () => (await import("./session-part.tsx")).SessionPart;

/** The app's own page; while it hides an emergency, an ordinary heart monitor and nothing else. */
export function HeartMonitorPage() {
  const { emergency } = useEmergencyState();
  useRootMark("monitor");
  // Here, so that an emergency that begins unseen leaves the view on the screen.
  const [view, setView] = useState<MonitorView>("today");
  const views = { view, onGo: setView };
  return (
    <div data-look="monitor">
      {emergency === null ? (
        <Monitor {...views} />
      ) : (
        <DecoyMonitor {...views} emergency={emergency} />
      )}
    </div>
  );
}

type ViewProps = {
  readonly view: MonitorView;
  readonly onGo: (view: MonitorView) => void;
};

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

/** A tap on the heart opens the settings, before which the gate asks for the code. */
function Monitor(views: ViewProps) {
  const navigate = useNavigate();
  const ClaimSettler = useLazyPart(loadClaimSettler, true);
  const Session = useLazyPart(loadSession, true);
  const [isEnding, setEnding] = useState(false);
  const session = Session && <Session isEnding={isEnding} onChange={setEnding} />;
  if (isEnding) return session;
  return (
    <>
      <MonitorScreen {...views}>
        <div>
          <BackLink label="Return to Main" href={paths.home} onGo={() => navigate(paths.home)} />
          <MonitorHeading title={disguiseTitle} />
        </div>
        <div className={classes.banner}>
          <AccessBanner />
        </div>
        <div className={classes.dial}>
          <HeartButton onTap={() => navigate(paths.settings)} />
          <MeasureButton />
          <VoiceStatusLine />
        </div>
        <div className={classes.cards}>
          <Figures />
          {session && <PanelBoundary isUnseen>{session}</PanelBoundary>}
        </div>
      </MonitorScreen>
      <IntroGate />
      {ClaimSettler && <ClaimSettler />}
    </>
  );
}

/**
 * The heart and its figures. A tap on the heart asks for the passcode: the own PIN ends the emergency. Where the person
 * chose the disguise, holding the heart opens the lock.
 */
function DecoyMonitor({ emergency, ...views }: ViewProps & { readonly emergency: Emergency }) {
  const navigate = useNavigate();
  const [screen, setScreen] = useState<"heart" | "passcode" | "options">("heart");
  const hidden = useHiddenLock();
  const reports = guardianReportsRecord.use();
  const back = () => setScreen("heart");
  if (screen === "options") return <HeartOptions onBack={back} />;
  if (screen === "passcode") {
    const own = () => {
      openGate();
      navigate(paths.settings);
    };
    return <PasscodeScreen onOwn={own} onDemo={() => setScreen("options")} onBack={back} />;
  }
  return (
    <MonitorScreen {...views}>
      <MonitorHeading title={disguiseTitle} />
      <div className={classes.dial}>
        <HeartButton
          onTap={() => {
            if (hidden?.visit() !== true) setScreen("passcode");
          }}
          onHold={hidden?.open ?? null}
          bpm={answeredBpm(reportsOf(reports, emergency))}
        />
        <MeasureButton isOff />
      </div>
      <div className={classes.cards}>
        <Figures />
      </div>
    </MonitorScreen>
  );
}
