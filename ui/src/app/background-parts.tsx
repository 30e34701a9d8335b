/** What runs beside every app page and no emergency needs. Loaded lazily, in one chunk. */
import { PanelBoundary } from "#components/panel-boundary.tsx";
import { ContactCopier } from "#features/contacts/contact-copier.tsx";
import { InstallDialog } from "#features/install/install-dialog.tsx";
import { AccessReview } from "#features/purchase/access-review.tsx";

/** Each of these may fail without taking the others with it. */
export function BackgroundParts({ displayName }: { readonly displayName: string }) {
  return (
    <>
      <PanelBoundary isUnseen>
        <ContactCopier />
      </PanelBoundary>
      <PanelBoundary isUnseen>
        <AccessReview />
      </PanelBoundary>
      <PanelBoundary isUnseen>
        <InstallDialog displayName={displayName} />
      </PanelBoundary>
    </>
  );
}
