/** The status lines of a lock screen, what can be done where something is wrong, and what is said of a test. */
import { use, useState, useSyncExternalStore } from "react";
import { PanelBoundary } from "#components/boundary/boundaries.tsx";
import { Button } from "#components/button.tsx";
import { Icon } from "#components/icon.tsx";
import layoutClasses from "#components/layout/layout.module.css";
import textClasses from "#components/text.module.css";
import { locationErrors } from "#content/messages.ts";
import {
  askPosition,
  onWhereabouts,
  unknownWhereabouts,
  whereabouts,
} from "#platform/sensors/geolocation.ts";
import { isOnline, onConnection } from "#platform/workers/connection.ts";
import { endingText, PublicCode } from "../code/code-words.ts";
import { pageEmergency } from "../controller/controller.ts";
import { useEmergencyState, usePlace, useReports } from "../controller/use-emergency.ts";
import { recordingClaim } from "../machine/recording-claim.ts";
import type { Emergency, EmergencyState } from "../machine/state.ts";
import { RealEmergencyButton } from "../trigger/emergency-buttons.tsx";
import classes from "./lock.module.css";
import { type Fact, guardianFacts, unsavedText } from "./lock-facts.ts";
import { SaveSound } from "./save-sound.tsx";
import { soundLine } from "./sound-line.ts";

const icons = {
  location: "pin",
  recording: "microphone",
  contacts: "message",
  guardian: "shield",
} as const;

/** The lines, read out when they change. */
export function LockStatus({ facts, state }: { facts: readonly Fact[]; state: EmergencyState }) {
  const reports = useReports();
  const sound = useSyncExternalStore(soundLine.subscribe, soundLine.get, () => null);
  const age = facts.find((fact) => fact.age)?.age;
  return (
    <div className={layoutClasses.close}>
      <ul className={classes.list} aria-live="polite">
        {[...facts, ...guardianFacts(reports)].map(({ name, key, text, standing }) => (
          <li key={key ?? name} className={classes.line} data-standing={standing}>
            <Icon name={icons[name]} />
            {text}
          </li>
        ))}
      </ul>
      {/* These change each minute and each second: nobody wants them read out. */}
      {age && <p className={textClasses.note}>{age}</p>}
      {sound !== null && <p className={textClasses.note}>{sound}</p>}
      <PanelBoundary>
        <Troubles state={state} />
      </PanelBoundary>
    </div>
  );
}

/** A way to ask again where a message would hold no location, or none of the last minute; and why that is so. */
function LocationTrouble() {
  const { problem, isAsking } = useSyncExternalStore(
    onWhereabouts,
    whereabouts,
    unknownWhereabouts,
  );
  const place = usePlace();
  if (place.kind === "fresh" || (problem === null && place.kind === "aged")) return null;
  return (
    <div className={classes.trouble}>
      {problem !== null && <p role="alert">{locationErrors[problem]}</p>}
      <Button tone="secondary" disabled={isAsking} onClick={askPosition}>
        {isAsking ? "Getting location..." : "Try to find the location again"}
      </Button>
    </div>
  );
}

/** Why nothing is recorded, and what can be done about it; null when sound is recorded or soon will be. */
function troubleOf(state: EmergencyState): string | null {
  const { recording } = state;
  const claim = recordingClaim(state);
  if (claim === "no-sound") {
    return "Another app may be using the microphone, or it is switched off.";
  }
  if (recording.phase === "failed") return recording.reason;
  if (claim !== "not-recording") return null;
  return recording.phase === "elsewhere"
    ? "Another tab of this app is to record, but no sound comes from it. Close that tab."
    : "No sound has arrived for a few seconds.";
}

/** Everything that is wrong, in words, with a button where something can be done. */
function Troubles({ state }: { state: EmergencyState }) {
  const online = useSyncExternalStore(onConnection, isOnline, () => true);
  const { retryRecording } = pageEmergency();
  const [recordingTrouble, unsaved] = [troubleOf(state), unsavedText(state)];
  return (
    <>
      {recordingTrouble !== null && (
        <div className={classes.trouble} role="alert">
          <p>{recordingTrouble}</p>
          {state.recording.phase !== "elsewhere" && (
            <Button tone="secondary" onClick={retryRecording}>
              Try recording again
            </Button>
          )}
        </div>
      )}
      <LocationTrouble />
      {unsaved !== null && (
        <div className={classes.trouble} role="alert">
          <p>{unsaved}</p>
          <SaveSound />
        </div>
      )}
      {!online && <p className={textClasses.note}>No data connection. SMS may still work.</p>}
      {!state.isScreenKeptOn && <p className={textClasses.note}>Screen may sleep.</p>}
      {state.isCopied !== null && (
        <p className={textClasses.note} role="alert">
          {state.isCopied
            ? "The test message is on the clipboard."
            : "The test message could not be copied."}
        </p>
      )}
    </>
  );
}

/** What the lock of a test says, and its way to a real emergency. Shaking the phone and a spoken word make it real too. */
export function TestNote() {
  const isTold = useReports().length > 0;
  const ownPin = useEmergencyState().emergency?.ownPin ?? "";
  const publicCode = use(PublicCode);
  return (
    <section className={classes.note} aria-label="Test">
      <p>
        {isTold
          ? "This is a test. Your guardians get it marked as a test. Nobody else is told unless you send a message."
          : "This is a test. Nobody is told unless you send a message."}
      </p>
      <p>{endingText(publicCode, ownPin !== "")}</p>
      <p>If you are in danger now, make it real:</p>
      <RealEmergencyButton className={classes.real} />
    </section>
  );
}

/** Tells on the lock of a test that it has become real: nothing else on its first screen has to change. */
export function MadeReal({ kind }: Pick<Emergency, "kind">) {
  const [wasTest] = useState(kind === "test");
  if (!wasTest) return null;
  // There before it says anything, so that it is read out.
  return <p role="status">{kind === "real" && "This is a real emergency now"}</p>;
}
