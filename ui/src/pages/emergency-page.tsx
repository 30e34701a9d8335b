/** The main emergency screen. */
import { useNavigate } from "react-router";
import { PanelBoundary } from "#components/boundary/boundaries.tsx";
import { Icon } from "#components/icon.tsx";
import { useLazyPart } from "#components/loading.ts";
import textClasses from "#components/text.module.css";
import { showToast } from "#components/toast/toast-store.ts";
import { pageFailed } from "#content/messages.ts";
import * as paths from "#content/paths.ts";
import { productName } from "#content/product.ts";
import { ContactCard } from "#features/contacts/contact-card.tsx";
import type { ContactPanelProps } from "#features/contacts/contact-panel.tsx";
import { NeedsScript } from "#features/emergency/calls/call-buttons.tsx";
import { pageEmergency } from "#features/emergency/controller/controller.ts";
import { useProtectedDialogs } from "#features/emergency/gate/code-gate.tsx";
import { EmergencyButtons } from "#features/emergency/trigger/emergency-buttons.tsx";
import { HowItWorks } from "#features/emergency/trigger/how-it-works.tsx";
import { LocationCard } from "#features/location/location-card.tsx";
import { PermissionsList } from "#features/location/permissions-list.tsx";
import type { AdvancedSettingsDialogProps } from "#features/settings/advanced-settings-dialog.tsx";
import { ListeningNote } from "#features/voice/listening-note.tsx";
import { settingsRecord } from "#store/settings/settings.ts";
import classes from "./emergency-page.module.css";
import { useSite } from "./page-data.tsx";

const loadContactPanel = () =>
  import("#features/contacts/contact-panel.tsx").then(({ ContactPanel }) => ContactPanel);
const loadAdvancedSettings = () =>
  import("#features/settings/advanced-settings-dialog.tsx").then(
    ({ AdvancedSettingsDialog }) => AdvancedSettingsDialog,
  );

const loadSetupNote = () =>
  import("#features/onboarding/setup-note.tsx").then(({ SetupNote }) => SetupNote);

/**
 * Arranges the screen; each panel has its own error boundary. What changes by itself stands below the buttons, which
 * must not move under the finger: touching one already asks for the position.
 */
export function EmergencyPage() {
  const { demoPin } = useSite();
  const navigate = useNavigate();
  const Note = useLazyPart(loadSetupNote, true);
  const { shown, open, close, question } = useProtectedDialogs<"basic" | "advanced">(
    "open-settings-dialog",
  );
  return (
    <div className={classes.page}>
      <header className={classes.header}>
        <div>
          <p className={classes.name}>{productName}</p>
          <ListeningNote />
        </div>
        <div className={classes.tools}>
          <button
            type="button"
            className={classes.tool}
            aria-label="Advanced settings"
            onClick={() => open("advanced")}
          >
            <Icon name="shield" />
          </button>
          <button
            type="button"
            className={classes.tool}
            aria-label="Basic settings"
            onClick={() => open("basic")}
          >
            <Icon name="settings" />
          </button>
        </div>
      </header>
      <main id="main" className={classes.main}>
        <NeedsScript>
          <p>Emergency features need JavaScript.</p>
        </NeedsScript>
        <section className={classes.assistance}>
          <h1>Emergency Assistance</h1>
          <p className={textClasses.soft}>
            Tap the emergency button below if you are in danger. Your location will be shared
            automatically. Where it is found, it goes into each message. You press send.
          </p>
          <EmergencyButtons />
        </section>
        <PanelBoundary>
          <LocationCard />
        </PanelBoundary>
        <PanelBoundary isUnseen>
          {Note && <Note onGo={() => navigate(paths.setup)} />}
        </PanelBoundary>
        <PanelBoundary>
          <Contact isOpen={shown === "basic"} onEdit={() => open("basic")} onClose={close} />
        </PanelBoundary>
        <PanelBoundary>
          <PermissionsList />
        </PanelBoundary>
        <HowItWorks />
      </main>
      <PanelBoundary>
        <Advanced
          isOpen={shown === "advanced"}
          demoPin={demoPin}
          checkPin={(pin) => pageEmergency().checkPin(pin)}
          onClose={close}
        />
      </PanelBoundary>
      <PanelBoundary>{question}</PanelBoundary>
    </div>
  );
}

/** Shows the contact from the settings until the panel is loaded. */
function Contact(props: ContactPanelProps) {
  const { contacts } = settingsRecord.use();
  const missed = () => props.isOpen && failed(props.onClose);
  const Panel = useLazyPart(loadContactPanel, true, missed, props.isOpen);
  return Panel === null ? (
    <ContactCard primary={{ contact: contacts[0] ?? null }} onEdit={props.onEdit} />
  ) : (
    <Panel {...props} />
  );
}

function Advanced(props: AdvancedSettingsDialogProps) {
  const Dialog = useLazyPart(loadAdvancedSettings, props.isOpen, () => failed(props.onClose));
  return Dialog === null ? null : <Dialog {...props} />;
}

/** Loaded lazily: an emergency does not need it. */
function failed(close: () => void): void {
  showToast({ title: pageFailed, tone: "destructive" });
  close();
}
