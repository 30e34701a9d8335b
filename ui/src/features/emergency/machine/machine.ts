/** The emergency as a pure machine: a state and an event give the next state and what to do. */
import { emergencyMessages } from "#content/messages.ts";
import type {
  Emergency,
  EmergencyEffect,
  EmergencyEvent,
  EmergencyState,
  Step,
  Trigger,
} from "./state.ts";
import {
  announced,
  left,
  merged,
  openMessage,
  openWhenReady,
  practiceListed,
  recorded,
  same,
  step,
  withStatus,
} from "./steps.ts";

/** Nothing is going on. */
export const CALM: EmergencyState = {
  emergency: null,
  endedId: null,
  recording: { phase: "off" },
  isEvidenceKept: true,
  isScreenKeptOn: true,
  launching: null,
  unseen: null,
  mayOpen: false,
  isMessageDue: false,
  isAnnounced: false,
  isCopied: null,
};

const begin = (isResumed: boolean): EmergencyEffect[] => [
  { type: "start-recording", isResumed },
  { type: "follow-position" },
  { type: "keep-screen-on" },
];

const FINISH: readonly EmergencyEffect[] = [
  { type: "stop-recording" },
  { type: "leave-position" },
  { type: "let-screen-sleep" },
  { type: "release-page" },
];

function triggered(state: EmergencyState, trigger: Trigger): Step {
  if (state.emergency !== null) {
    return same(state);
  }
  const { contacts, position, at, mayOpen, ...rest } = trigger;
  const reachable = contacts.filter((contact) => contact.phoneNumber.trim() !== "");
  if (trigger.kind === "test" && !reachable.some((contact) => contact.name.trim() !== "")) {
    return step(state, { type: "toast", message: emergencyMessages.noContacts });
  }
  const emergency: Emergency = {
    ...rest,
    triggeredAt: at,
    location: position,
    messages: reachable.map((contact) => ({ ...contact, status: "prepared", hadPlace: false })),
    isDecoy: false,
  };
  const next: EmergencyState = {
    ...CALM,
    emergency,
    recording: { phase: "starting" },
    mayOpen,
  };
  const practise: EmergencyEffect[] = trigger.kind === "test" ? [{ type: "practise" }] : [];
  return step(
    next,
    { type: "hold-page" },
    ...begin(false),
    { type: "prepare-message" },
    ...practise,
  );
}

/** Calm again; a recording that is still being closed shows until it is. */
const over = (state: EmergencyState): EmergencyState => ({
  ...CALM,
  endedId: state.emergency?.id ?? state.endedId,
  recording: state.recording,
});

function restored(state: EmergencyState, emergency: Emergency): Step {
  const before = state.emergency;
  if (emergency.id === state.endedId) {
    return same(state);
  }
  if (before === null) {
    const hold: EmergencyEffect[] = emergency.isDecoy ? [] : [{ type: "hold-page" }];
    const next: EmergencyState = { ...CALM, emergency, recording: { phase: "starting" } };
    return step(next, ...hold, ...begin(true));
  }
  // The emergency of another tab was first; its message is that tab's to open.
  const mayOpen = state.mayOpen && before.id === emergency.id;
  const known = before.id === emergency.id ? merged(before, emergency) : emergency;
  const release: EmergencyEffect[] =
    known.isDecoy && !before.isDecoy ? [{ type: "release-page" }] : [];
  return step({ ...state, emergency: known, mayOpen }, ...release);
}

function unlocked(
  state: EmergencyState,
  { meaning, goesHome }: Extract<EmergencyEvent, { type: "unlocked" }>,
): Step {
  if (state.emergency === null) {
    return same(state);
  }
  if (meaning === "decoy") {
    const emergency = { ...state.emergency, isDecoy: true };
    const toast: EmergencyEffect = { type: "toast", message: emergencyMessages.demoAccess };
    return step({ ...state, emergency }, { type: "release-page" }, toast);
  }
  const message = meaning === "own" ? emergencyMessages.resolved : emergencyMessages.demoAccess;
  const home: EmergencyEffect[] = meaning === "own" && goesHome ? [{ type: "go-home" }] : [];
  return step(over(state), ...FINISH, { type: "toast", message }, ...home);
}

function happened(state: EmergencyState, event: EmergencyEvent): Step {
  const { emergency } = state;
  switch (event.type) {
    case "triggered":
      return triggered(state, event.trigger);
    case "restored":
      return restored(state, event.emergency);
    case "ended-elsewhere":
      return emergency?.id === event.id ? step(over(state), ...FINISH) : same(state);
    case "position-found":
      return emergency === null
        ? same(state)
        : openWhenReady({ ...state, emergency: { ...emergency, location: event.position } });
    case "position-failed":
      return emergency?.kind === "test" && emergency.location === null
        ? step(state, { type: "toast", message: emergencyMessages.testFailed })
        : same(state);
    case "evidence-changed":
      return same({ ...state, isEvidenceKept: event.isKept });
    case "screen-changed":
      return same({ ...state, isScreenKeptOn: event.isKeptOn });
    case "message-due":
      return openWhenReady({ ...state, isMessageDue: emergency !== null });
    case "gesture-expired":
      return same({ ...state, mayOpen: false });
    case "message-requested":
      return openMessage(state, event.phoneNumber);
    case "app-left":
      return left(state);
    case "launch-unseen":
      return same({ ...state, launching: null, unseen: state.launching });
    case "message-confirmed":
      return announced({ ...withStatus(state, event.phoneNumber, "confirmed"), unseen: null });
    case "message-copied":
      return same({ ...state, isCopied: emergency === null ? null : event.isCopied });
    case "practice-listed":
      return practiceListed(state);
    case "unlocked":
      return unlocked(state, event);
    default:
      return recorded(state, event);
  }
}

/** The next state and the effects, in the order they are to be done; keeping the state comes first. */
export function next(state: EmergencyState, event: EmergencyEvent): Step {
  const result = happened(state, event);
  const isOn = (recording: EmergencyState["recording"]) => recording.phase === "on";
  const isChanged =
    result.state.emergency !== state.emergency ||
    (state.emergency !== null && isOn(result.state.recording) !== isOn(state.recording));
  const isOurs = event.type !== "restored" && event.type !== "ended-elsewhere";
  return isChanged && isOurs
    ? { state: result.state, effects: [{ type: "keep" }, ...result.effects] }
    : result;
}
