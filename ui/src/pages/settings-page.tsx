/** The settings page. */

import { useNavigate } from "react-router";
import { BackBar } from "#components/back-bar.tsx";
import { ButtonLink } from "#components/button.tsx";
import { Card } from "#components/card.tsx";
import { Column } from "#components/column.tsx";
import { Panel } from "#components/panel.tsx";
import { useLazyPart } from "#components/use-lazy-part.ts";
import * as paths from "#content/paths.ts";
import { fullAppName } from "#content/product.ts";
import { pageEmergency } from "#features/emergency/controller/controller.ts";
import { useCodeFirst } from "#features/emergency/gate/use-code-first.tsx";
import { EmergencyButtons } from "#features/emergency/trigger/emergency-buttons.tsx";
import { HelpLinks } from "#features/landing/help-links.tsx";
import { SettingsForm } from "#features/settings/settings-form.tsx";
import { BatteryPanel } from "#features/voice/battery-panel.tsx";
import { useHasAccess } from "#store/access.ts";
import { hasOwnPin } from "#store/own-pin.ts";
import { settingsRecord } from "#store/settings.ts";
import { noteSetup, setupRecord } from "#store/setup.ts";
import { useSite } from "./page-data.tsx";
import classes from "./settings-page.module.css";

/** Loaded lazily: what it offers is known after hydration only. */
const loadInstallSection = async () =>
  (await import("#features/install/install-section.tsx")).InstallSection;

/** Loaded lazily: few need them. */
const loadMore = async () => (await import("#features/settings/more-settings.tsx")).MoreSettings;
const loadCopySettings = async () =>
  (await import("#features/settings/transfer/copy-settings.tsx")).CopySettings;

/** Loaded lazily: few have guardians, and what is linked is known after hydration only. */
const loadGuardians = async () =>
  (await import("#features/guardians/guardians-section.tsx")).GuardiansSection;

const testsWith = (demoPin: string) =>
  [
    "Save a contact with a name and a number.",
    "Press TEST EMERGENCY: the lock appears and a message is prepared. Nothing is sent by itself.",
    `Unlock with your PIN, or with ${demoPin} if you have none.`,
    "Switch Listening on and say one of your phrases.",
  ] as const;

/** Whom an emergency reaches stands first; what is seldom changed is below the form. */
export function SettingsPage() {
  const { demoPin, displayName } = useSite();
  const navigate = useNavigate();
  const settings = settingsRecord.use();
  const InstallSection = useLazyPart(loadInstallSection, true);
  const More = useLazyPart(loadMore, true);
  return (
    <Column>
      <BackBar
        title="Settings"
        label="Return to Main"
        href={paths.home}
        onGo={() => navigate(paths.home)}
      />
      {!hasOwnPin(settings) && (
        <Card className={classes.notice}>
          <h2 className={classes.heading}>Preview mode</h2>
          <p>
            Voice test: choose Custom and say "help". Unlock code: <strong>{demoPin}</strong>
          </p>
        </Card>
      )}
      <GuardiansCard />
      <SettingsForm
        demoPin={demoPin}
        checkPin={(pin) => pageEmergency().checkPin(pin)}
        goBack={() => navigate(paths.landing)}
        battery={<BatteryPanel />}
      >
        <Panel title="Voice">
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
        </Panel>
        <SetupCard onGo={() => navigate(paths.setup)} />
        {More && <More />}
        <Panel title="Install App">
          {InstallSection === null ? (
            <p role="status">Checking Access...</p>
          ) : (
            <InstallSection displayName={displayName} takeAlong={<CopyFirst />} />
          )}
        </Panel>
        <section className={classes.section}>
          <h2 className={classes.heading}>Emergency</h2>
          <EmergencyButtons />
        </section>
        <Panel title="Help">
          <HelpLinks />
        </Panel>
        <Panel title="Testing instructions">
          <ol className={classes.steps}>
            {testsWith(demoPin).map((test) => (
              <li key={test}>{test}</li>
            ))}
          </ol>
        </Panel>
      </SettingsForm>
    </Column>
  );
}

/** Guardians, linked one by one. */
function GuardiansCard() {
  const { ask, question } = useCodeFirst();
  const GuardiansSection = useLazyPart(loadGuardians, true);
  return (
    <Panel title="Guardians">
      {GuardiansSection === null ? (
        <p role="status">One moment...</p>
      ) : (
        <GuardiansSection askFirst={(then) => ask("unlink-guardian", then)} />
      )}
      {question}
    </Panel>
  );
}

/** The copy alone, beside the instructions for installing. */
function CopyFirst() {
  const CopySettings = useLazyPart(loadCopySettings, true);
  return CopySettings && <CopySettings />;
}

/** The way back to the set-up; the full app is named here once that was finished. */
function SetupCard({ onGo }: { readonly onGo: () => void }) {
  const hasAccess = useHasAccess();
  const { wasFinished, isBannerClosed } = setupRecord.use();
  return (
    <Panel title="Set-up">
      {hasAccess && (wasFinished || isBannerClosed) && <p>{fullAppName}</p>}
      <p className={classes.note}>
        Person, PIN, permissions and a test: see what is done, and repeat what you like.
      </p>
      <ButtonLink
        tone="secondary"
        href={paths.setup}
        onClick={(event) => {
          event.preventDefault();
          noteSetup({ at: "summary" });
          onGo();
        }}
      >
        Open the set-up
      </ButtonLink>
    </Panel>
  );
}
