/** The voice page: voice testing and recordings. */
import { useNavigate } from "react-router";
import { BackBar } from "#components/layout/back-bar.tsx";
import { Column } from "#components/layout/screen.tsx";
import { Tabs } from "#components/layout/tabs.tsx";
import { useLazyPart } from "#components/loading.ts";
import * as paths from "#content/paths.ts";
import { useCodeFirst } from "#features/emergency/gate/code-gate.tsx";
import { EmergencyBox } from "#features/emergency/lock/emergency-box.tsx";
import { VoiceTesting } from "#features/voice/testing/voice-testing.tsx";

/** The second tab, loaded lazily. */
const loadRecordings = async () =>
  (await import("#features/playback/recordings-tab.tsx")).RecordingsTab;

/** Shows the two tabs. */
export function VoicePage() {
  const navigate = useNavigate();
  const { ask, question } = useCodeFirst();
  const RecordingsTab = useLazyPart(loadRecordings, true);
  return (
    <Column>
      <BackBar
        title="Voice"
        label="Back"
        href={paths.settings}
        onGo={() => navigate(paths.settings)}
      />
      <Tabs
        label="Voice"
        tabs={[
          {
            id: "testing",
            label: "Voice Testing",
            // During an emergency the lock replaces the page and shows the box there.
            content: <VoiceTesting emergency={<EmergencyBox />} />,
          },
          {
            id: "recordings",
            label: "Recordings",
            content: RecordingsTab && (
              <RecordingsTab mayDelete={(remove) => ask("delete-recordings", remove)} />
            ),
          },
        ]}
      />
      {question}
    </Column>
  );
}
