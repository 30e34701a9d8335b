/** The line on the main screen while listening is wanted. */
import { heardAs, isHearing } from "./listening/heard-text.ts";
import type { Target } from "./listening/state.ts";
import { voiceStatus } from "./listening/status.ts";
import { useVoice } from "./use-voice.ts";
import classes from "./voice-status-line.module.css";

/** What is heard, without the words themselves: somebody may look over her shoulder. */
const KINDS: Readonly<Record<Target["kind"], string>> = {
  "safe-word": "safe word",
  phrases: "the built-in phrases",
  trained: "the trained phrase",
};

/** Shows nothing while listening is off. */
export function ListeningNote() {
  const voice = useVoice();
  const status = voiceStatus(voice);
  if (status.kind === "off") return null;
  return (
    <p className={classes.line} role="status">
      {isHearing(status) && `Listening for ${heardAs(voice, KINDS)}`}
      {status.kind === "starting" && (status.reason ?? "Starting to listen")}
      {"reason" in status && status.kind !== "starting" && `Not listening: ${status.reason}`}
    </p>
  );
}
