/** The emergency machine's steps for messages: when the first opens without a tap, and what is known of each. */
import { emergencyTimes } from "#content/limits.ts";
import { emergencyMessages } from "#content/messages.ts";
import {
  type AutomaticOpening,
  type ContactMessage,
  type Emergency,
  type EmergencyEffect,
  type EmergencyState,
  type MessageStatus,
  type Step,
  same,
  step,
  type TimerEvent,
  type Trigger,
} from "./state.ts";

/** The timers of a new emergency: how long its first message waits at most, and when a test copies and lists. */
export function firstTimers({ id: emergencyId, kind, mayOpen }: Trigger): EmergencyEffect[] {
  const wait = (ms: number, event: TimerEvent): EmergencyEffect => ({
    type: "wait",
    ms,
    event: { ...event, emergencyId },
  });
  return [
    ...(mayOpen
      ? [
          wait(emergencyTimes.durableWaitMs, { type: "disk-overdue" }),
          wait(emergencyTimes.recordingBudgetMs, { type: "recorder-overdue" }),
        ]
      : []),
    ...(kind === "test"
      ? [
          wait(emergencyTimes.testCopyMs, { type: "practice-copy-due" }),
          wait(emergencyTimes.testListMs, { type: "practice-list-due" }),
        ]
      : []),
  ];
}

/** How many contacts were told, as far as a web page can know: their message was opened. */
export function notified(emergency: Emergency): readonly ContactMessage[] {
  return emergency.messages.filter((message) => message.status !== "prepared");
}

/** A contact whose message was opened without the location that is known by now. */
export function lacksPlace({ location }: Emergency, message: ContactMessage): boolean {
  return message.status !== "prepared" && !message.hadPlace && location !== null;
}

/** Changes the message to one number, if there is one. */
function withMessage(
  state: EmergencyState,
  phoneNumber: string | null,
  change: (message: ContactMessage) => ContactMessage,
): EmergencyState {
  const { emergency } = state;
  if (emergency === null) return state;
  const messages = emergency.messages.map((message) =>
    message.phoneNumber === phoneNumber ? change(message) : message,
  );
  return { ...state, emergency: { ...emergency, messages } };
}

/** A message with a new status; a confirmed one stays confirmed. */
const withStatus = (message: ContactMessage, status: MessageStatus): ContactMessage =>
  message.status === "confirmed" ? message : { ...message, status };

/** Opens the messages app for one contact, in answer to a tap. */
export function openMessage(state: EmergencyState, phoneNumber: string): Step {
  const { emergency } = state;
  if (!emergency?.messages.some((message) => message.phoneNumber === phoneNumber)) {
    return same(state);
  }
  return step(
    { ...state, launching: phoneNumber, unseen: null, opening: null },
    { type: "open-message", phoneNumber },
    {
      type: "wait",
      ms: emergencyTimes.leaveMs,
      event: { type: "launch-unseen", emergencyId: emergency.id, phoneNumber },
    },
  );
}

/** Opens the first message without a tap, once a location is known and leaving the app would lose nothing. */
export function openWhenReady(state: EmergencyState): Step {
  const { emergency, opening } = state;
  const first = emergency?.messages[0];
  const isReady =
    opening !== null &&
    !opening.awaitsDisk &&
    !opening.awaitsRecorder &&
    emergency?.location != null;
  return first !== undefined && isReady ? openMessage(state, first.phoneNumber) : same(state);
}

/** One thing less to wait for. After the last one a location may still come while the tap counts. */
export function awaited(state: EmergencyState, what: keyof AutomaticOpening): Step {
  const { emergency, opening } = state;
  if (emergency === null || opening === null || !opening[what]) return same(state);
  const now = { ...opening, [what]: false };
  const opened = openWhenReady({ ...state, opening: now });
  const isLast = !now.awaitsDisk && !now.awaitsRecorder;
  if (!isLast || opened.state.opening === null) return opened;
  return step(opened.state, {
    type: "wait",
    ms: emergencyTimes.gestureMs,
    event: { type: "gesture-expired", emergencyId: emergency.id },
  });
}

/** Says "Emergency Activated" once every word of it is true. */
export function announced(state: EmergencyState): Step {
  const { emergency } = state;
  const isTrue =
    emergency !== null &&
    !emergency.isDecoy &&
    state.recording.phase === "on" &&
    notified(emergency).length > 0;
  return isTrue && !state.isAnnounced
    ? step({ ...state, isAnnounced: true }, { type: "toast", message: emergencyMessages.activated })
    : same(state);
}

/** The person left the app while a message was being opened: so the messages app opened. */
export function left(state: EmergencyState): Step {
  const { emergency, launching } = state;
  if (launching === null) return same(state);
  const opened = withMessage(state, launching, (message) => ({
    ...withStatus(message, "opened"),
    hadPlace: emergency?.location != null,
  }));
  return announced({ ...opened, launching: null });
}

/** The person says that a message was sent. */
export function confirmed(state: EmergencyState, phoneNumber: string): Step {
  const known = withMessage(state, phoneNumber, (message) => withStatus(message, "confirmed"));
  return announced({ ...known, unseen: null });
}

/** A test copies its message to the clipboard, where the person can look at it. */
export function practiceCopied(state: EmergencyState): Step {
  return state.emergency === null ? same(state) : step(state, { type: "copy-message" });
}

/** A test names everybody who would be told, when there are several. */
export function practiceListed(state: EmergencyState): Step {
  const messages = state.emergency?.messages ?? [];
  const people = messages.map(({ name, phoneNumber }) => `${name} ${phoneNumber}`.trim());
  return people.length > 1
    ? step(state, { type: "toast", message: emergencyMessages.testContacts(people) })
    : same(state);
}

/** What two tabs know of one emergency: a tab that knows less takes nothing back. */
export function merged(ours: Emergency, theirs: Emergency): Emergency {
  const order: readonly MessageStatus[] = ["prepared", "opened", "confirmed"];
  const further = (message: ContactMessage): ContactMessage => {
    const other = theirs.messages.find((one) => one.phoneNumber === message.phoneNumber);
    const isFurther = order.indexOf(other?.status ?? "prepared") > order.indexOf(message.status);
    return isFurther && other !== undefined ? other : message;
  };
  const isNewer = (theirs.location?.timestamp ?? 0) > (ours.location?.timestamp ?? 0);
  return {
    ...ours,
    messages: ours.messages.map(further),
    location: isNewer ? theirs.location : ours.location,
    isDecoy: ours.isDecoy || theirs.isDecoy,
    // Theirs comes from the database, ours perhaps from local storage that somebody edited.
    ownPin: theirs.ownPin || ours.ownPin,
  };
}
