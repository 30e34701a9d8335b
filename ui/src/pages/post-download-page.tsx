/** `/post-download`: setting up after the installation. */
import { useSite } from "#app/page-data.tsx";
import { paths } from "#app/paths.ts";
import { SetupWizard } from "#features/onboarding/setup-wizard.tsx";
import classes from "./app-column.module.css";

/** The wizard in its column. */
export function PostDownloadPage() {
  const { displayName, demoPin } = useSite();
  return (
    <main id="main" className={classes.column}>
      <SetupWizard
        displayName={displayName}
        demoPin={demoPin}
        heartMonitorPath={paths.demo}
        settingsPath={paths.settings}
        homePath={paths.landing}
      />
    </main>
  );
}
