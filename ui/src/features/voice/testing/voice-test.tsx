/** Tests the microphone and the recognition, and shows what was heard. */
import { useState, useSyncExternalStore } from "react";
import { Button } from "#components/button.tsx";
import { Card } from "#components/layout/card.tsx";
import layoutClasses from "#components/layout/layout.module.css";
import textClasses from "#components/text.module.css";
import { settingsRecord } from "#store/settings/settings.ts";
import { clearLog, listeningLog, NO_LINES } from "../listening/log.ts";
import { useVoice } from "../use-voice.ts";
import classes from "../voice.module.css";
import { testMicrophone, testSpeech } from "./self-test.ts";

type Running = "microphone" | "speech" | null;

/** One test at a time; the log stays on the screen and is never stored. */
export function VoiceTest({ onSwitch }: { onSwitch: (isOn: boolean) => void }) {
  const { isListeningEnabled } = settingsRecord.use();
  const { target, sharing } = useVoice();
  const [running, setRunning] = useState<Running>(null);
  const run = (kind: Exclude<Running, null>, test: () => Promise<void>) => {
    setRunning(kind);
    void test().finally(() => setRunning(null));
  };
  return (
    <Card className={layoutClasses.stack}>
      <h2 className={textClasses.heading}>Voice System Test</h2>
      <div className={classes.tests}>
        <Button
          tone="secondary"
          disabled={running !== null}
          onClick={() => run("microphone", testMicrophone)}
        >
          {running === "microphone" ? "Testing..." : "Test Mic"}
        </Button>
        <Button
          tone="secondary"
          disabled={running !== null}
          onClick={() => run("speech", () => testSpeech(target, sharing.isProven))}
        >
          {running === "speech" ? "Say something..." : "Test Speech"}
        </Button>
        <Button onClick={() => onSwitch(!isListeningEnabled)}>
          {isListeningEnabled ? "Stop Listening" : "Start Listening"}
        </Button>
        <Button tone="quiet" onClick={clearLog}>
          Clear
        </Button>
      </div>
      <Log />
    </Card>
  );
}

function Log() {
  const lines = useSyncExternalStore(listeningLog.subscribe, listeningLog.get, () => NO_LINES);
  return (
    <ul className={classes.log} aria-live="polite" aria-label="Results">
      {lines.length === 0 && <li className={textClasses.note}>Results appear here.</li>}
      {lines.map(({ id, at, text }) => (
        <li key={id}>
          <time className={classes.time}>{new Date(at).toLocaleTimeString()}</time> {text}
        </li>
      ))}
    </ul>
  );
}
