/** The page after the installation. */

import { useNavigate } from "react-router";
import { Column } from "#components/layout/screen.tsx";
import * as paths from "#content/paths.ts";
import { SetupWizard } from "#features/onboarding/setup-wizard.tsx";
import { useUnheard } from "#features/voice/use-unheard.ts";
import { useSite } from "./page-data.tsx";

/** Shows the set-up wizard. */
export function PostDownloadPage() {
  const { displayName, demoPin } = useSite();
  const navigate = useNavigate();
  return (
    <Column>
      <SetupWizard
        displayName={displayName}
        demoPin={demoPin}
        unheard={useUnheard()}
        onReturn={() => navigate(paths.home)}
        onSetup={() => navigate(paths.setup)}
      />
    </Column>
  );
}
