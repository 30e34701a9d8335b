/** The system's audio session, where a browser has one (Safari 16.4+): a call or another app interrupts it. */

interface AudioSession extends EventTarget {
  type: string;
  readonly state: "active" | "inactive" | "interrupted";
}

const pageSession = () => (navigator as { audioSession?: AudioSession }).audioSession;

/** Says that this page plays what is to be heard in any case: an iPhone on silent mutes everything else. */
export function playThroughSilence(): void {
  const session = pageSession();
  if (session !== undefined) session.type = "playback";
}

/**
 * The types before each recording that holds the session, the oldest first. One may still be closed while the next one runs: only the
 * last to leave gives back what was before all of them.
 */
const before: string[] = [];

/** Says that this page records, and calls back when the system interrupts that and when it may go on; returns how to stop. */
export function holdAudioSession(listener: (isInterrupted: boolean) => void): () => void {
  const session = pageSession();
  if (session === undefined) return () => undefined;
  before.push(session.type);
  const changed = () => {
    if (session.state !== "inactive") listener(session.state === "interrupted");
  };
  session.type = "play-and-record";
  session.addEventListener("statechange", changed);
  return () => {
    session.removeEventListener("statechange", changed);
    session.type = before.pop() ?? "auto";
  };
}
