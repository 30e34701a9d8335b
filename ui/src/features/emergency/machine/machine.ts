/** The emergency as a pure machine: a state and an event give the next state and the effects. */
import { emergencyMessages } from "#content/messages.ts";
import { isBetterPosition } from "#content/position.ts";
import { alarmDue } from "./alarms.ts";
import { lockOpened, triggered } from "./beginning.ts";
import { closedToast } from "./closed-rules.ts";
import { codeTried } from "./codes.ts";
import {
  confirmed,
  launchAnswered,
  launchUnseen,
  left,
  openMessage,
  openWhenReady,
  practiceListed,
  settled,
  textTaken,
} from "./messages.ts";
import { endedElsewhere, endsKnown, onlyConfirmed, restored, withSequence } from "./restoring.ts";
import {
  recordingStopped,
  soundElsewhere,
  soundOverdue,
  soundWritten,
  withoutRecorder,
} from "./sound.ts";
import { type EmergencyEvent, type EmergencyState, isHidden } from "./state.ts";
import { noEffects, type Step, step, toast } from "./step.ts";

/** A step for each type of event: an event without its step does not compile. */
type Steps = {
  readonly [T in EmergencyEvent["type"]]: (
    state: EmergencyState,
    event: Extract<EmergencyEvent, { type: T }>,
  ) => Step;
};

const steps: Steps = {
  triggered,
  restored,
  "ends-known": endsKnown,
  // What becomes of a recording that is still being closed is told by a toast.
  "end-seen": (state) => {
    const { ended, recording } = state;
    if (ended === null) return noEffects(state);
    const isClosing = recording.phase !== "off" || ended.closed?.isOffered === null;
    return isClosing
      ? noEffects({ ...state, ended: { ...ended, isShown: false, isAway: false } })
      : step({ ...state, ended: null }, { type: "forget-sound" });
  },
  // Whoever takes the phone next does not read it. It is kept for the person, with the sound that no other place has.
  "end-hidden": (state) =>
    noEffects(state.ended?.isShown ? { ...state, ended: { ...state.ended, isAway: true } } : state),
  "ended-elsewhere": endedElsewhere,
  "code-tried": codeTried,
  "pin-sealed": (state, { ownPin }) =>
    noEffects(
      state.emergency === null ? state : { ...state, emergency: { ...state.emergency, ownPin } },
    ),
  "lock-opened": lockOpened,
  "state-kept": (state, { sequence }) => settled(withSequence(state, sequence), "disk"),
  // While the browser asks for the microphone, the answer gets more time than a microphone that hangs.
  overdue: (state, { kind, what }) =>
    state.emergency?.kind !== kind || (what === "recorder" && state.isMicrophoneAsked)
      ? noEffects(state)
      : settled(state, what),
  "answer-overdue": (state, { kind }) =>
    state.emergency?.kind === kind ? settled(state, "recorder") : noEffects(state),
  "microphone-asked": (state) =>
    noEffects(state.recording.phase === "starting" ? { ...state, isMicrophoneAsked: true } : state),
  // After a restart the first position may be worse than the one that was stored.
  "position-found": (state, { position: location }) =>
    state.emergency === null || !isBetterPosition(location, state.emergency.location)
      ? noEffects(state)
      : openWhenReady({ ...state, emergency: { ...state.emergency, location } }),
  "position-failed": (state) =>
    state.emergency?.kind === "test" && state.emergency.location === null
      ? step(state, toast(emergencyMessages.testFailed))
      : noEffects(state),
  "recording-starting": (state) =>
    noEffects({ ...withoutRecorder(state), recording: { phase: "starting" } }),
  "recording-elsewhere": (state) =>
    settled({ ...withoutRecorder(state), recording: { phase: "elsewhere" } }, "recorder"),
  "recording-started": (state, { id }) =>
    settled({ ...state, recording: { phase: "on", id }, isMicrophoneAsked: false }, "recorder"),
  "recording-failed": (state, { reason }) =>
    settled({ ...withoutRecorder(state), recording: { phase: "failed", reason } }, "recorder"),
  "sound-written": soundWritten,
  "sound-elsewhere": soundElsewhere,
  "sound-overdue": soundOverdue,
  "recording-stopped": recordingStopped,
  "evidence-changed": (state, { isKept }) => noEffects({ ...state, isEvidenceKept: isKept }),
  "risk-changed": (state, { isAtRisk }) => noEffects({ ...state, isSoundAtRisk: isAtRisk }),
  "screen-changed": (state, { isKeptOn }) => noEffects({ ...state, isScreenKeptOn: isKeptOn }),
  "message-requested": openMessage,
  "gesture-expired": (state, { kind }) =>
    noEffects(state.emergency?.kind === kind ? { ...state, awaits: null } : state),
  "alarm-due": alarmDue,
  "app-left": left,
  "launch-unclear": (state, { phoneNumber }) =>
    noEffects(state.launching === phoneNumber ? { ...state, unclear: phoneNumber } : state),
  "launch-unseen": launchUnseen,
  "launch-answered": launchAnswered,
  "message-confirmed": confirmed,
  "message-copied": (state, { isCopied }) =>
    noEffects(state.emergency === null ? state : { ...state, isCopied }),
  "text-copied": (state, { text: copied }) =>
    noEffects(state.emergency === null ? state : { ...state, copied }),
  "copied-otherwise": (state) =>
    noEffects(state.copied === null ? state : { ...state, copied: null }),
  "text-taken": textTaken,
  "practice-copy-due": (state) =>
    state.emergency?.kind === "test" ? step(state, { type: "copy-message" }) : noEffects(state),
  "practice-list-due": practiceListed,
  "closed-toast-due": (state, { closed }) => {
    const { emergency, ended } = state;
    const message = closedToast(closed, ended?.isShown === true);
    return emergency === null && message !== null && !ended?.isAway
      ? step(state, toast(message))
      : noEffects(state);
  },
};

/** Whether an event comes from another emergency than the one that is on, or that ended last here. */
function isLeftOver({ emergency, endedId }: EmergencyState, event: EmergencyEvent): boolean {
  return "emergencyId" in event && event.emergencyId !== (emergency?.id ?? endedId);
}

/** Events that tell what is stored already. */
const heardOf: readonly EmergencyEvent["type"][] = ["restored", "ends-known", "ended-elsewhere"];

/** A step without its toasts while the heart monitor hides the emergency: whatever they say, an ordinary one would not. */
function withoutWords(result: Step): Step {
  const { emergency } = result.state;
  if (emergency === null || !isHidden(emergency)) return result;
  return { ...result, effects: result.effects.filter(({ type }) => type !== "toast") };
}

/** The next state and its effects in their order; the changed state is stored before anything else is done. */
export function next(state: EmergencyState, event: EmergencyEvent): Step {
  if (isLeftOver(state, event)) return noEffects(state);
  const take = steps[event.type] as (state: EmergencyState, event: EmergencyEvent) => Step;
  const result = onlyConfirmed(state, withoutWords(take(state, event)));
  const isOn = (recording: EmergencyState["recording"]) => recording.phase === "on";
  const isChanged =
    result.state.emergency !== state.emergency ||
    (state.emergency !== null && isOn(result.state.recording) !== isOn(state.recording));
  const isOurs = !heardOf.includes(event.type);
  return isChanged && isOurs
    ? { state: result.state, effects: [{ type: "keep" }, ...result.effects] }
    : result;
}
