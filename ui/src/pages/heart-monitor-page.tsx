/** The heart-monitor page, the app's disguise. */
import { useState } from "react";
import { useNavigate } from "react-router";
import { BackBar } from "#components/back-bar.tsx";
import { useLazyPart } from "#components/use-lazy-part.ts";
import * as paths from "#content/paths.ts";
import { disguiseTitle } from "#content/product.ts";
import { AccessBanner } from "#features/disguise/access-banner.tsx";
import { HeartButton } from "#features/disguise/heart-button.tsx";
import { StepCount } from "#features/disguise/step-count.tsx";
import { WeeklyChart } from "#features/disguise/weekly-chart.tsx";
import { openGate } from "#features/emergency/gate/gate.ts";
import { PasscodeScreen } from "#features/emergency/pin/passcode-screen.tsx";
import { useEmergencyState } from "#features/emergency/use-emergency.ts";
import { IntroGate } from "#features/onboarding/intro-gate.tsx";
import { VoiceStatusLine } from "#features/voice/voice-status-line.tsx";
import { heartViewRecord } from "#store/heart-view.ts";
import column from "./app-column.module.css";
import classes from "./heart-monitor-page.module.css";

/** Loaded lazily: few visits follow a purchase, or a decoy unlock. */
const loadClaimSettler = async () =>
  (await import("#features/purchase/claim-settler.tsx")).ClaimSettler;
const loadOptions = async () => (await import("#features/disguise/heart-options.tsx")).HeartOptions;

/** The app's own page; while a decoy hides an emergency, an ordinary heart monitor and nothing else. */
export function HeartMonitorPage() {
  const isDecoy = useEmergencyState().emergency !== null;
  return isDecoy ? <DecoyMonitor /> : <Monitor />;
}

/** A tap on the heart opens the settings, before which the gate asks for the code. */
function Monitor() {
  const navigate = useNavigate();
  const ClaimSettler = useLazyPart(loadClaimSettler, true);
  return (
    <main id="main" className={column.column}>
      <BackBar
        title={disguiseTitle}
        label="Return to Main"
        href={paths.home}
        onGo={() => navigate(paths.home)}
      />
      <div className={classes.banner}>
        <AccessBanner />
      </div>
      <div className={classes.dial}>
        <HeartButton onTap={() => navigate(paths.settings)} />
        <VoiceStatusLine />
      </div>
      <div className={classes.cards}>
        <StepCount />
        <WeeklyChart />
      </div>
      <IntroGate />
      {ClaimSettler && <ClaimSettler />}
    </main>
  );
}

/** The heart and its figures. A tap on the heart asks for the passcode: the own PIN ends the emergency. */
function DecoyMonitor() {
  const navigate = useNavigate();
  const [screen, setScreen] = useState<"heart" | "passcode" | "options">("heart");
  const view = heartViewRecord.use();
  const Options = useLazyPart(loadOptions, true);
  const back = () => setScreen("heart");
  if (screen === "options" && Options !== null) return <Options onBack={back} />;
  if (screen === "passcode") {
    const own = () => {
      openGate();
      navigate(paths.settings);
    };
    return <PasscodeScreen onOwn={own} onDemo={() => setScreen("options")} onBack={back} />;
  }
  return (
    <main id="main" className={column.column}>
      <h1 className={classes.title}>{disguiseTitle}</h1>
      <div className={classes.dial}>
        <HeartButton onTap={() => setScreen("passcode")} />
      </div>
      <div className={classes.cards}>
        {view.steps && <StepCount />}
        {view.week && <WeeklyChart />}
      </div>
    </main>
  );
}
