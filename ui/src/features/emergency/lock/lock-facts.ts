/** The lines of a lock screen: each says only what is so. */

import { notified } from "../machine/messages.ts";
import type { Emergency, EmergencyState } from "../machine/state.ts";

/** How a line stands: as it should be, still to come, or wrong. */
export type Standing = "good" | "waiting" | "wrong";

/** One line of a lock screen. */
export interface Fact {
  readonly name: "location" | "recording" | "contacts";
  readonly text: string;
  readonly standing: Standing;
}

/** What is not so yet is no fault: nothing is wrong before it was tried. */
const comes = (isThere: boolean): Standing => (isThere ? "good" : "waiting");

function recordingStanding(state: EmergencyState): Standing {
  if (isRecording(state)) {
    return state.isEvidenceKept ? "good" : "wrong";
  }
  return state.recording.phase === "starting" ? "waiting" : "wrong";
}

/** How the emergency began, with the word in quotes when one was spoken. */
export function methodText({ triggeredBy, safeWord }: Emergency): string {
  const methods = { button: "Emergency Button", voice: "Voice Command", shake: "Shake" };
  return safeWord === null ? methods[triggeredBy] : `${methods[triggeredBy]} "${safeWord}"`;
}

/** Whether sound is being taken now, in this tab or another. */
export function isRecording({ recording }: EmergencyState): boolean {
  return recording.phase === "on" || recording.phase === "elsewhere";
}

/** "N contacts notified", where N counts opened messages only. */
export function contactsText(emergency: Emergency): string {
  const count = notified(emergency).length;
  return `${count} ${count === 1 ? "contact" : "contacts"} notified`;
}

/** What becomes of the sound, where `yes` are the words for sound that is being taken. */
export function recordingText(state: EmergencyState, yes: string): string {
  if (isRecording(state)) {
    return state.isEvidenceKept ? yes : `${yes}, not saved on this phone`;
  }
  return state.recording.phase === "starting" ? "Not recording yet" : "Not recording";
}

/** The lines of the emergency lock screen. */
export function lockFacts(state: EmergencyState, emergency: Emergency): Fact[] {
  const hasPlace = emergency.location !== null;
  return [
    {
      name: "location",
      text: hasPlace ? "Location recorded" : "Location not recorded",
      standing: comes(hasPlace),
    },
    {
      name: "recording",
      text: recordingText(state, "Recording audio evidence"),
      standing: recordingStanding(state),
    },
    {
      name: "contacts",
      text: contactsText(emergency),
      standing: comes(notified(emergency).length > 0),
    },
  ];
}

/** The lines of the overlay lock. */
export function overlayFacts(state: EmergencyState, emergency: Emergency): Fact[] {
  const hasPlace = emergency.location !== null;
  const hasShared = hasPlace && notified(emergency).length > 0;
  const place = hasPlace ? "Location ready to share" : "Location not known yet";
  return [
    {
      name: "contacts",
      text: contactsText(emergency),
      standing: comes(notified(emergency).length > 0),
    },
    {
      name: "recording",
      text: recordingText(state, "Audio recording in progress"),
      standing: recordingStanding(state),
    },
    { name: "location", text: hasShared ? "Location shared" : place, standing: comes(hasShared) },
  ];
}
