/** The set-up page. */
import { useNavigate } from "react-router";
import { BackBar } from "#components/layout/back-bar.tsx";
import { Column } from "#components/layout/screen.tsx";
import { useLazyPart } from "#components/loading.ts";
import { showToast } from "#components/toast/toast-store.ts";
import { pageFailed } from "#content/messages.ts";
import * as paths from "#content/paths.ts";
import { NeedsScript } from "#features/emergency/calls/call-buttons.tsx";

/** Loaded lazily: its forms are no part of what an emergency needs. */
const loadSetup = async () => (await import("./setup-parts.tsx")).SetupScreens;

/** Shows the set-up once it is loaded. The way back does not wait for that: an installed app has no other. */
export function SetupPage() {
  const navigate = useNavigate();
  const Screens = useLazyPart(loadSetup, true, () =>
    showToast({ title: pageFailed, tone: "destructive" }),
  );
  return (
    <Column>
      <BackBar
        title="Set-up"
        label="Return to Main"
        href={paths.home}
        onGo={() => navigate(paths.home)}
      />
      <NeedsScript>
        <p>
          The set-up needs JavaScript. Switch it on for this site in your browser's settings, then
          load this page again.
        </p>
        <p>Without it you can still call for help:</p>
      </NeedsScript>
      {Screens && <Screens />}
    </Column>
  );
}
