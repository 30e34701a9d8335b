/** The page after the installation. */

import { useNavigate } from "react-router";
import * as paths from "#content/paths.ts";
import { SetupWizard } from "#features/onboarding/setup-wizard.tsx";
import classes from "./app-column.module.css";
import { useSite } from "./page-data.tsx";

/** Shows the set-up wizard. */
export function PostDownloadPage() {
  const { displayName, demoPin } = useSite();
  const navigate = useNavigate();
  return (
    <main id="main" className={classes.column}>
      <SetupWizard
        displayName={displayName}
        demoPin={demoPin}
        onReturn={() => navigate(paths.home)}
      />
    </main>
  );
}
