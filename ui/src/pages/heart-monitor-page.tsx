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
import { SecurityCodeScreen } from "#features/emergency/pin/security-code-screen.tsx";
import { useEmergencyState } from "#features/emergency/use-emergency.ts";
import { IntroGate } from "#features/onboarding/intro-gate.tsx";
import { VoiceStatusLine } from "#features/voice/voice-status-line.tsx";
import column from "./app-column.module.css";
import classes from "./heart-monitor-page.module.css";

/** Loaded lazily: few visits follow a purchase. */
const loadClaimSettler = async () =>
  (await import("#features/purchase/claim-settler.tsx")).ClaimSettler;

/** A tap on the heart opens the settings; during an emergency after the code. */
export function HeartMonitorPage() {
  const navigate = useNavigate();
  const isLocked = useEmergencyState().emergency !== null;
  const ClaimSettler = useLazyPart(loadClaimSettler, true);
  const [isAskingCode, setAskingCode] = useState(false);

  const tapHeart = () => {
    // Without an emergency the gate before the settings asks for the code.
    if (isLocked) setAskingCode(true);
    else navigate(paths.settings);
  };

  if (isAskingCode) {
    return (
      <SecurityCodeScreen
        onVerified={() => {
          openGate();
          navigate(paths.settings);
        }}
        onBack={() => setAskingCode(false)}
      />
    );
  }
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
        <HeartButton onTap={tapHeart} />
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
