/** The emergency as a pure machine: a state and an event give the next state and the effects. */
import { emergencyMessages, recordingMessages } from "#content/messages.ts";
import { isBetterPosition } from "#content/position.ts";
import { endedBy } from "./ended.ts";
import { tell, toldBy, toldOnReturn } from "./guardian-news.ts";
import {
  confirmed,
  firstTimers,
  launchAnswered,
  left,
  merged,
  openMessage,
  openWhenReady,
  practiceListed,
  settled,
} from "./messages.ts";
import {
  recordingStopped,
  soundElsewhere,
  soundOverdue,
  soundWritten,
  withoutRecorder,
} from "./sound.ts";
import {
  type Awaited,
  type Emergency,
  type EmergencyEffect,
  type EmergencyEvent,
  type EmergencyState,
  isHidden,
  type Step,
  same,
  step,
  type Trigger,
  toast,
} from "./state.ts";

/** No emergency. */
export const CALM: EmergencyState = {
  emergency: null,
  endedId: null,
  ended: null,
  recording: { phase: "off" },
  sound: null,
  isMicrophoneAsked: false,
  isEvidenceKept: true,
  isScreenKeptOn: true,
  launching: null,
  unseen: null,
  unclear: null,
  awaits: null,
  isAnnounced: false,
  isCopied: null,
};

/** The first state of an emergency on this page. */
const starting = ({ endedId }: EmergencyState, emergency: Emergency): EmergencyState => ({
  ...CALM,
  emergency,
  endedId,
  recording: { phase: "starting" },
});

const begin = (emergency: Emergency, isResumed: boolean): EmergencyEffect[] => [
  { type: "start-recording", emergencyId: emergency.id, isResumed },
  tell(emergency, "started"),
  { type: "follow-position" },
  { type: "keep-screen-on" },
];

const FINISH: readonly EmergencyEffect[] = [
  { type: "stop-recording" },
  { type: "leave-position" },
  { type: "let-screen-sleep" },
  { type: "release-page" },
];

/** A page that shows the lock is not left; behind the heart monitor nothing may be held, because that would tell. */
const holdOf = (emergency: Emergency): EmergencyEffect[] =>
  isHidden(emergency) ? [] : [{ type: "hold-page" }];

/** The emergency that a trigger starts. */
function emergencyOf({ contacts, position, at, mayOpen: _, ...rest }: Trigger): Emergency {
  const reachable = contacts.filter((contact) => contact.phoneNumber.trim() !== "");
  return {
    ...rest,
    triggeredAt: at,
    location: position,
    messages: reachable.map((contact) => ({ ...contact, status: "prepared", hadPlace: false })),
    isDecoy: false,
  };
}

/**
 * A real trigger during a test makes it a real emergency: under the same id, so that the sound of the test goes on as
 * its evidence, and with messages that were not sent yet.
 */
function madeReal(state: EmergencyState, practice: Emergency, trigger: Trigger): Step {
  const { id, location } = practice;
  const emergency = { ...emergencyOf(trigger), id, location: trigger.position ?? location };
  const awaits: Awaited[] = state.recording.phase === "on" ? ["disk"] : ["disk", "recorder"];
  const begun: EmergencyState = {
    ...state,
    emergency,
    awaits: trigger.mayOpen ? awaits : null,
    launching: null,
    unseen: null,
    unclear: null,
    isAnnounced: false,
    isCopied: null,
  };
  const release: EmergencyEffect[] = trigger.isDisguised ? [{ type: "release-page" }] : [];
  return step(begun, ...release, tell(emergency, "started"), ...firstTimers({ ...trigger, id }));
}

/** What comes with a lock that was hidden by the disguise: the browser may ask for things again. */
const OPEN_LOCK: readonly EmergencyEffect[] = [{ type: "hold-page" }, { type: "ask-openly" }];

/** The person wants to see the lock behind the disguise. */
function lockOpened(state: EmergencyState): Step {
  const { emergency } = state;
  if (emergency?.isDisguised !== true) return same(state);
  return step({ ...state, emergency: { ...emergency, isDisguised: false } }, ...OPEN_LOCK);
}

function triggered(state: EmergencyState, trigger: Trigger): Step {
  const on = state.emergency;
  if (on?.kind === "test" && trigger.kind === "real") return madeReal(state, on, trigger);
  if (on !== null) return trigger.triggeredBy === "button" ? lockOpened(state) : same(state);
  const emergency = emergencyOf(trigger);
  const isNamed = emergency.messages.some(({ name }) => name.trim() !== "");
  if (trigger.kind === "test" && !isNamed) return step(state, toast(emergencyMessages.noContacts));
  return step(
    {
      ...starting(state, emergency),
      awaits: trigger.mayOpen ? ["disk", "recorder"] : null,
    },
    ...holdOf(emergency),
    ...begin(emergency, false),
    ...firstTimers(trigger),
  );
}

/** Calm again; a recording that is still being closed is shown until it is. */
const over = (state: EmergencyState): EmergencyState => ({
  ...CALM,
  endedId: state.emergency?.id ?? state.endedId,
  recording: state.recording,
});

/** An emergency that the disk or another tab knows of. */
function restored(state: EmergencyState, theirs: Emergency): Step {
  const ours = state.emergency;
  if (theirs.id === state.endedId) return same(state);
  if (ours === null) {
    const begun = [...holdOf(theirs), ...begin(theirs, true), ...toldOnReturn(theirs)];
    return step(starting(state, theirs), ...begun);
  }
  const isSame = ours.id === theirs.id;
  const emergency = isSame ? merged(ours, theirs) : theirs;
  const isFreed = isHidden(emergency) && !isHidden(ours);
  const isOpened = isHidden(ours) && !isHidden(emergency);
  return step(
    // Another tab's emergency was first: its message is that tab's to open.
    { ...state, emergency, awaits: isSame ? state.awaits : null },
    ...(isSame ? [] : [{ type: "adopt", emergencyId: theirs.id } as const]),
    ...(isFreed ? [{ type: "release-page" } as const] : []),
    ...(isOpened ? OPEN_LOCK : []),
  );
}

function unlocked(
  state: EmergencyState,
  { code, goesHome }: Extract<EmergencyEvent, { type: "unlocked" }>,
): Step {
  if (state.emergency === null) return same(state);
  // Typed again behind the decoy it changes nothing, and a toast would only make somebody wonder.
  if (code === "decoy" && isHidden(state.emergency)) return same(state);
  // Behind the disguise the demo PIN, which is public, ends nothing: first the lock is opened.
  if (code === "demo" && state.emergency.isDisguised) return same(state);
  if (code === "decoy") {
    return step(
      { ...state, emergency: { ...state.emergency, isDecoy: true } },
      { type: "release-page" },
      toldBy(code, state.emergency),
      toast(emergencyMessages.demoAccess),
    );
  }
  const message = code === "own" ? emergencyMessages.resolved : emergencyMessages.demoAccess;
  const home: EmergencyEffect[] = code === "own" && goesHome ? [{ type: "go-home" }] : [];
  const ended = endedBy(code, state.emergency);
  const told = toldBy(code, state.emergency);
  return step({ ...over(state), ended }, ...FINISH, told, toast(message), ...home);
}

/** A step for each type of event: an event without its step does not compile. */
type Steps = {
  readonly [T in EmergencyEvent["type"]]: (
    state: EmergencyState,
    event: Extract<EmergencyEvent, { type: T }>,
  ) => Step;
};

const steps: Steps = {
  triggered: (state, { trigger }) => triggered(state, trigger),
  restored: (state, { emergency }) => restored(state, emergency),
  "end-seen": (state) => same({ ...state, ended: null }),
  "ended-elsewhere": (state) =>
    state.emergency === null ? same(state) : step(over(state), ...FINISH),
  unlocked,
  "pin-sealed": (state, { ownPin }) =>
    state.emergency === null
      ? same(state)
      : same({ ...state, emergency: { ...state.emergency, ownPin } }),
  "lock-opened": lockOpened,
  "state-kept": (state) => settled(state, "disk"),
  // While the browser asks for the microphone, the answer gets more time than a microphone that hangs.
  overdue: (state, { kind, what }) =>
    state.emergency?.kind !== kind || (what === "recorder" && state.isMicrophoneAsked)
      ? same(state)
      : settled(state, what),
  "answer-overdue": (state, { kind }) =>
    state.emergency?.kind === kind ? settled(state, "recorder") : same(state),
  "microphone-asked": (state) =>
    state.recording.phase === "starting"
      ? same({ ...state, isMicrophoneAsked: true })
      : same(state),
  // After a restart the first position may be worse than the one that was stored.
  "position-found": (state, { position: location }) =>
    state.emergency === null || !isBetterPosition(location, state.emergency.location)
      ? same(state)
      : openWhenReady({ ...state, emergency: { ...state.emergency, location } }),
  "position-failed": (state) =>
    state.emergency?.kind === "test" && state.emergency.location === null
      ? step(state, toast(emergencyMessages.testFailed))
      : same(state),
  "recording-starting": (state) =>
    same({ ...withoutRecorder(state), recording: { phase: "starting" } }),
  "recording-elsewhere": (state) =>
    settled({ ...withoutRecorder(state), recording: { phase: "elsewhere" } }, "recorder"),
  "recording-started": (state, { id }) =>
    settled({ ...state, recording: { phase: "on", id }, isMicrophoneAsked: false }, "recorder"),
  "recording-failed": (state, { reason }) =>
    settled({ ...withoutRecorder(state), recording: { phase: "failed", reason } }, "recorder"),
  "sound-written": soundWritten,
  "sound-elsewhere": (state, { level }) => soundElsewhere(state, level),
  "sound-overdue": (state, { count }) => soundOverdue(state, count),
  "recording-stopped": (state, { kilobytes }) => recordingStopped(state, kilobytes),
  "evidence-changed": (state, { isKept }) => same({ ...state, isEvidenceKept: isKept }),
  "screen-changed": (state, { isKeptOn }) => same({ ...state, isScreenKeptOn: isKeptOn }),
  "message-requested": (state, { phoneNumber }) => openMessage(state, phoneNumber),
  "gesture-expired": (state, { kind }) =>
    state.emergency?.kind === kind ? same({ ...state, awaits: null }) : same(state),
  "app-left": left,
  "launch-unclear": (state, { phoneNumber }) =>
    state.launching === phoneNumber ? same({ ...state, unclear: phoneNumber }) : same(state),
  "launch-unseen": (state, { phoneNumber }) =>
    state.launching === phoneNumber && state.unclear === null
      ? same({ ...state, launching: null, unseen: phoneNumber })
      : same(state),
  "launch-answered": launchAnswered,
  "message-confirmed": (state, { phoneNumber }) => confirmed(state, phoneNumber),
  "message-copied": (state, { isCopied }) =>
    state.emergency === null ? same(state) : same({ ...state, isCopied }),
  "practice-copy-due": (state) =>
    state.emergency?.kind === "test" ? step(state, { type: "copy-message" }) : same(state),
  "practice-list-due": practiceListed,
  "saved-toast-due": (state, { kilobytes }) =>
    state.emergency === null ? step(state, toast(recordingMessages.saved(kilobytes))) : same(state),
};

/** Whether an event comes from another emergency than the one that is on, or that ended last here. */
function isLeftOver({ emergency, endedId }: EmergencyState, event: EmergencyEvent): boolean {
  return "emergencyId" in event && event.emergencyId !== (emergency?.id ?? endedId);
}

/** The next state and its effects in their order; the changed state is stored before anything else is done. */
export function next(state: EmergencyState, event: EmergencyEvent): Step {
  if (isLeftOver(state, event)) return same(state);
  const take = steps[event.type] as (state: EmergencyState, event: EmergencyEvent) => Step;
  const result = take(state, event);
  const isOn = (recording: EmergencyState["recording"]) => recording.phase === "on";
  const isChanged =
    result.state.emergency !== state.emergency ||
    (state.emergency !== null && isOn(result.state.recording) !== isOn(state.recording));
  const isOurs = event.type !== "restored" && event.type !== "ended-elsewhere";
  return isChanged && isOurs
    ? { state: result.state, effects: [{ type: "keep" }, ...result.effects] }
    : result;
}
