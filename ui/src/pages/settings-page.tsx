/** The settings page. */
import { useNavigate } from "react-router";
import { BackBar } from "#components/back-bar.tsx";
import { ButtonLink } from "#components/button.tsx";
import { Card } from "#components/card.tsx";
import { useLazyPart } from "#components/use-lazy-part.ts";
import * as paths from "#content/paths.ts";
import { pageEmergency } from "#features/emergency/controller.ts";
import { EmergencyButtons } from "#features/emergency/trigger/emergency-buttons.tsx";
import { PreviewSettings } from "#features/settings/preview-settings.tsx";
import { BatteryPanel } from "#features/voice/battery-panel.tsx";
import { hasOwnPin } from "#store/own-pin.ts";
import { settingsRecord } from "#store/settings.ts";
import classes from "./app-column.module.css";
import { useSite } from "./page-data.tsx";

/** Loaded lazily: what it offers is known after hydration only. */
const loadInstallSection = async () =>
  (await import("#features/install/install-section.tsx")).InstallSection;

const tests = [
  "Save a contact with a name and a number.",
  "Press TEST EMERGENCY: the lock appears and a message is prepared. Nothing is sent by itself.",
  "Unlock with your PIN, or with the demo PIN while you have none.",
  "Switch Listening on and say one of your phrases.",
] as const;

/** The form and the sections below it. */
export function SettingsPage() {
  const { demoPin, displayName } = useSite();
  const navigate = useNavigate();
  const settings = settingsRecord.use();
  const InstallSection = useLazyPart(loadInstallSection, true);
  return (
    <main id="main" className={classes.column}>
      <BackBar
        title="Settings"
        label="Return to Main"
        href={paths.home}
        onGo={() => navigate(paths.home)}
      />
      <Card className={classes.notice}>
        <h2 className={classes.heading}>Preview mode</h2>
        <p>
          Voice test: choose Custom and say "help". Unlock code:{" "}
          <strong>{hasOwnPin(settings) ? "your own PIN" : demoPin}</strong>
        </p>
      </Card>
      <PreviewSettings
        demoPin={demoPin}
        checkPin={(pin) => pageEmergency().checkPin(pin)}
        goBack={() => navigate(paths.landing)}
        battery={<BatteryPanel />}
      >
        <Card className={classes.section}>
          <h2 className={classes.heading}>Voice</h2>
          <p className={classes.note}>Test the microphone, train a phrase, hear recordings.</p>
          <ButtonLink
            tone="secondary"
            href={paths.voice}
            onClick={(event) => {
              event.preventDefault();
              navigate(paths.voice);
            }}
          >
            Voice Management
          </ButtonLink>
        </Card>
        <Card className={classes.section}>
          <h2 className={classes.heading}>Install App</h2>
          {InstallSection === null ? (
            <p role="status">Checking Access...</p>
          ) : (
            <InstallSection displayName={displayName} />
          )}
        </Card>
        <section className={classes.section}>
          <h2 className={classes.heading}>Emergency</h2>
          <EmergencyButtons />
        </section>
        <Card className={classes.section}>
          <h2 className={classes.heading}>Testing instructions</h2>
          <ol className={classes.steps}>
            {tests.map((test) => (
              <li key={test}>{test}</li>
            ))}
          </ol>
        </Card>
      </PreviewSettings>
    </main>
  );
}
