/** The main emergency screen (spec section 2, "/ Main emergency screen"). */
import { useState } from "react";
import { useSite } from "#app/page-data.tsx";
import { Icon } from "#components/icon.tsx";
import { productName } from "#content/product.ts";
import { BasicSettingsDialog } from "#features/contacts/basic-settings-dialog.tsx";
import { ContactCard } from "#features/contacts/contact-card.tsx";
import { usePrimaryContact } from "#features/contacts/use-primary-contact.ts";
import { EmergencyButtons } from "#features/emergency/emergency-buttons.tsx";
import { HowItWorks } from "#features/emergency/how-it-works.tsx";
import { NeedsScript } from "#features/emergency/needs-script.tsx";
import { PanelBoundary } from "#features/emergency/panel-boundary.tsx";
import { LocationCard } from "#features/location/location-card.tsx";
import { PermissionsList } from "#features/location/permissions-list.tsx";
import { AdvancedSettingsDialog } from "#features/settings/advanced-settings-dialog.tsx";
import { ListeningNote } from "#features/voice/listening-note.tsx";
import classes from "./emergency-page.module.css";

/** Arranges the screen; each panel may fail alone, the buttons stay. */
export function EmergencyPage() {
  const { demoPin } = useSite();
  const [dialog, setDialog] = useState<"basic" | "advanced" | null>(null);
  const close = () => setDialog(null);
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
            onClick={() => setDialog("advanced")}
          >
            <Icon name="shield" />
          </button>
          <button
            type="button"
            className={classes.tool}
            aria-label="Basic settings"
            onClick={() => setDialog("basic")}
          >
            <Icon name="settings" />
          </button>
        </div>
      </header>
      <main id="main" className={classes.main}>
        <NeedsScript />
        <PanelBoundary>
          <LocationCard />
        </PanelBoundary>
        <section className={classes.assistance}>
          <h1>Emergency Assistance</h1>
          <p className={classes.lead}>
            Tap the emergency button below if you are in danger. Your location will be shared
            automatically.
          </p>
          <EmergencyButtons />
        </section>
        <PanelBoundary>
          <Contact isOpen={dialog === "basic"} onEdit={() => setDialog("basic")} onClose={close} />
        </PanelBoundary>
        <PanelBoundary>
          <PermissionsList />
        </PanelBoundary>
        <HowItWorks />
      </main>
      <PanelBoundary>
        <AdvancedSettingsDialog isOpen={dialog === "advanced"} demoPin={demoPin} onClose={close} />
      </PanelBoundary>
    </div>
  );
}

/** The card and its dialog share one contact. */
function Contact(props: { isOpen: boolean; onEdit: () => void; onClose: () => void }) {
  const primary = usePrimaryContact();
  return (
    <>
      <ContactCard primary={primary} onEdit={props.onEdit} />
      <BasicSettingsDialog isOpen={props.isOpen} primary={primary} onClose={props.onClose} />
    </>
  );
}
