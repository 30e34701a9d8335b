/** The emergency as a pure machine: a state and an event give the next state and the effects. */
import { emergencyTimes } from "#content/limits.ts";
import { emergencyMessages, recordingMessages } from "#content/messages.ts";
import {
  announced,
  awaited,
  confirmed,
  firstTimers,
  left,
  merged,
  openMessage,
  openWhenReady,
  practiceCopied,
  practiceListed,
} from "./messages.ts";
import {
  andThen,
  type Emergency,
  type EmergencyEffect,
  type EmergencyEvent,
  type EmergencyState,
  type RecorderEvent,
  type Step,
  same,
  step,
  type TimerEvent,
  type Trigger,
} from "./state.ts";

/** No emergency. */
export const CALM: EmergencyState = {
  emergency: null,
  endedId: null,
  recording: { phase: "off" },
  isEvidenceKept: true,
  isScreenKeptOn: true,
  launching: null,
  unseen: null,
  opening: null,
  isAnnounced: false,
  isCopied: null,
};

const begin = (emergencyId: string, isResumed: boolean): EmergencyEffect[] => [
  { type: "start-recording", emergencyId, isResumed },
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
  if (state.emergency !== null) return same(state);
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
  return step(
    {
      ...CALM,
      emergency,
      recording: { phase: "starting" },
      opening: mayOpen ? { awaitsDisk: true, awaitsRecorder: true } : null,
    },
    { type: "hold-page" },
    ...begin(trigger.id, false),
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
    const hold: EmergencyEffect[] = theirs.isDecoy ? [] : [{ type: "hold-page" }];
    return step(
      { ...CALM, emergency: theirs, recording: { phase: "starting" } },
      ...hold,
      ...begin(theirs.id, true),
    );
  }
  const isSame = ours.id === theirs.id;
  const emergency = isSame ? merged(ours, theirs) : theirs;
  const isFreed = emergency.isDecoy && !ours.isDecoy;
  return step(
    // Another tab's emergency was first: its message is that tab's to open.
    { ...state, emergency, opening: isSame ? state.opening : null },
    ...(isSame ? [] : [{ type: "adopt", emergencyId: theirs.id } as const]),
    ...(isFreed ? [{ type: "release-page" } as const] : []),
  );
}

function unlocked(
  state: EmergencyState,
  { code, goesHome }: Extract<EmergencyEvent, { type: "unlocked" }>,
): Step {
  if (state.emergency === null) return same(state);
  if (code === "decoy") {
    return step(
      { ...state, emergency: { ...state.emergency, isDecoy: true } },
      { type: "release-page" },
      { type: "toast", message: emergencyMessages.demoAccess },
    );
  }
  const message = code === "own" ? emergencyMessages.resolved : emergencyMessages.demoAccess;
  const home: EmergencyEffect[] = code === "own" && goesHome ? [{ type: "go-home" }] : [];
  return step(over(state), ...FINISH, { type: "toast", message }, ...home);
}

/** Sound is being recorded: said in a toast the first time, unless a toast says more. */
function recordingStarted(state: EmergencyState, id: string): Step {
  const { emergency, recording, isAnnounced } = state;
  const isFirst = recording.phase === "starting" && emergency?.isDecoy === false && !isAnnounced;
  const on = announced({ ...state, recording: { phase: "on", id } });
  return isFirst && on.effects.length === 0
    ? step(on.state, { type: "toast", message: recordingMessages.started })
    : on;
}

/** The recording ended with its emergency. Its toast waits until the one before it could be read. */
function recordingStopped(state: EmergencyState, kilobytes: number | null): Step {
  const off: EmergencyState = { ...state, recording: { phase: "off" } };
  if (kilobytes === null || state.emergency !== null || state.endedId === null) return same(off);
  return step(off, {
    type: "wait",
    ms: emergencyTimes.laterToastMs,
    event: { type: "saved-toast-due", emergencyId: state.endedId, kilobytes },
  });
}

/** What the recorder reports. */
function recorded(state: EmergencyState, event: RecorderEvent): Step {
  switch (event.type) {
    case "recording-starting":
      return same({ ...state, recording: { phase: "starting" } });
    case "recording-elsewhere":
      return awaited({ ...state, recording: { phase: "elsewhere" } }, "awaitsRecorder");
    case "recording-started":
      return andThen(recordingStarted(state, event.id), (on) => awaited(on, "awaitsRecorder"));
    case "recording-failed":
      return awaited(
        { ...state, recording: { phase: "failed", reason: event.reason } },
        "awaitsRecorder",
      );
    case "recording-stopped":
      return recordingStopped(state, event.kilobytes);
    case "evidence-changed":
      return same({ ...state, isEvidenceKept: event.isKept });
  }
}

/** What happens when a timer's time is up. */
function timedOut(state: EmergencyState, event: TimerEvent): Step {
  switch (event.type) {
    case "disk-overdue":
      return awaited(state, "awaitsDisk");
    case "recorder-overdue":
      return awaited(state, "awaitsRecorder");
    case "gesture-expired":
      return same({ ...state, opening: null });
    case "launch-unseen":
      return state.launching === event.phoneNumber
        ? same({ ...state, launching: null, unseen: event.phoneNumber })
        : same(state);
    case "practice-copy-due":
      return practiceCopied(state);
    case "practice-list-due":
      return practiceListed(state);
    case "saved-toast-due":
      return state.emergency === null
        ? step(state, { type: "toast", message: recordingMessages.saved(event.kilobytes) })
        : same(state);
  }
}

/** A position is better than none; a test without one says so. */
function positionFailed(state: EmergencyState): Step {
  return state.emergency?.kind === "test" && state.emergency.location === null
    ? step(state, { type: "toast", message: emergencyMessages.testFailed })
    : same(state);
}

function happened(state: EmergencyState, event: EmergencyEvent): Step {
  const { emergency } = state;
  switch (event.type) {
    case "triggered":
      return triggered(state, event.trigger);
    case "restored":
      return restored(state, event.emergency);
    case "ended-elsewhere":
      return emergency === null ? same(state) : step(over(state), ...FINISH);
    case "state-kept":
      return awaited(state, "awaitsDisk");
    case "position-found":
      return emergency === null
        ? same(state)
        : openWhenReady({ ...state, emergency: { ...emergency, location: event.position } });
    case "position-failed":
      return positionFailed(state);
    case "screen-changed":
      return same({ ...state, isScreenKeptOn: event.isKeptOn });
    case "message-requested":
      return openMessage(state, event.phoneNumber);
    case "app-left":
      return left(state);
    case "message-confirmed":
      return confirmed(state, event.phoneNumber);
    case "message-copied":
      return same({ ...state, isCopied: emergency === null ? null : event.isCopied });
    case "unlocked":
      return unlocked(state, event);
    case "recording-starting":
    case "recording-elsewhere":
    case "recording-started":
    case "recording-failed":
    case "recording-stopped":
    case "evidence-changed":
      return recorded(state, event);
    case "disk-overdue":
    case "recorder-overdue":
    case "gesture-expired":
    case "launch-unseen":
    case "practice-copy-due":
    case "practice-list-due":
    case "saved-toast-due":
      return timedOut(state, event);
  }
}

/** Whether an event comes from another emergency than the one that is on, or that ended last here. */
function isLeftOver({ emergency, endedId }: EmergencyState, event: EmergencyEvent): boolean {
  return "emergencyId" in event && event.emergencyId !== (emergency?.id ?? endedId);
}

/** The next state and its effects in their order; the changed state is stored before anything else is done. */
export function next(state: EmergencyState, event: EmergencyEvent): Step {
  if (isLeftOver(state, event)) return same(state);
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
