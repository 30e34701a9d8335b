/** The page after the installation. */

import { SetupWizard } from "#features/onboarding/setup-wizard.tsx";
import classes from "./app-column.module.css";
import { useSite } from "./page-data.tsx";

/** Shows the set-up wizard. */
export function PostDownloadPage() {
  const { displayName, demoPin } = useSite();
  return (
    <main id="main" className={classes.column}>
      <SetupWizard displayName={displayName} demoPin={demoPin} />
    </main>
  );
}
