/** The emergency machine's steps for messages: when the first opens without a tap, and what is known of each. */
import { emergencyTimes } from "#content/limits.ts";
import { emergencyMessages } from "#content/messages.ts";
import { recordingClaim } from "./recording-claim.ts";
import {
  type Awaited,
  type ContactMessage,
  type Emergency,
  type EmergencyEffect,
  type EmergencyState,
  isHidden,
  type MessageStatus,
} from "./state.ts";
import { noEffects, type Step, step, toast, wait } from "./step.ts";
import type { Trigger } from "./trigger.ts";

/** The timers of a new emergency: how long its first message waits at most, and when a test copies and lists. */
export function firstTimers({ id, kind, mayOpen }: Trigger): EmergencyEffect[] {
  const opening = [
    wait(id, emergencyTimes.durableWaitMs, { type: "overdue", kind, what: "disk" }),
    wait(id, emergencyTimes.recorderWaitMs, { type: "overdue", kind, what: "recorder" }),
    wait(id, emergencyTimes.answerWaitMs, { type: "answer-overdue", kind }),
    wait(id, emergencyTimes.gestureMs, { type: "gesture-expired", kind }),
  ];
  const practice = [
    wait(id, emergencyTimes.testCopyMs, { type: "practice-copy-due" }),
    wait(id, emergencyTimes.testListMs, { type: "practice-list-due" }),
  ];
  return [...(mayOpen ? opening : []), ...(kind === "test" ? practice : [])];
}

/**
 * Whether the person must press the first button: no message opens by itself any more, and none was opened. Browsers open
 * another app only after a tap (Chromium's "a user gesture is required"), which a spoken word or a shake is not.
 */
export function needsFirstTap({ emergency, awaits, launching }: EmergencyState): boolean {
  return (
    emergency?.kind === "real" &&
    awaits === null &&
    launching === null &&
    emergency.messages.every((message) => isDue(emergency, message))
  );
}

/** The messages that the messages app showed. Whether one was sent, a web page cannot know. */
export function openedMessages({ messages }: Pick<Emergency, "messages">): ContactMessage[] {
  return messages.filter((message) => message.status !== "prepared");
}

/** The contacts who were told, because the person said that the message was sent. A test tells nobody. */
export function toldContacts({ kind, messages }: Pick<Emergency, "kind" | "messages">) {
  return kind === "test" ? [] : messages.filter(({ status }) => status === "confirmed");
}

/** Whether a message is to be sent: it was not opened, or help was asked for again since. */
export function isDue({ alarms }: Emergency, { status, alarm }: ContactMessage): boolean {
  return status === "prepared" || alarm < alarms;
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
    return noEffects(state);
  }
  const launches = state.launches + 1;
  return step(
    { ...state, launching: phoneNumber, launches, unseen: null, unclear: null, awaits: null },
    { type: "open-message", phoneNumber },
    wait(emergency.id, emergencyTimes.leaveMs, { type: "launch-unseen", launch: launches }),
  );
}

/** Opens the first message without a tap, once a location is known and nothing else is awaited. */
export function openWhenReady(state: EmergencyState): Step {
  const { emergency, awaits } = state;
  const first = emergency?.messages[0];
  const isReady = awaits?.length === 0 && emergency?.location != null;
  return first !== undefined && isReady ? openMessage(state, first.phoneNumber) : noEffects(state);
}

/** One thing less to wait for. After the last one, a location may still come for as long as the tap counts. */
export function settled(state: EmergencyState, what: Awaited): Step {
  const { emergency, awaits } = state;
  if (emergency === null || !awaits?.includes(what)) return noEffects(state);
  const left = awaits.filter((one) => one !== what);
  return openWhenReady({ ...state, awaits: left });
}

/** Says "Emergency Activated" once every word of it is true. */
export function announced(state: EmergencyState): Step {
  const { emergency } = state;
  const isTrue =
    emergency !== null &&
    !isHidden(emergency) &&
    recordingClaim(state) === "recording" &&
    toldContacts(emergency).length > 0;
  return isTrue && !state.isAnnounced
    ? step({ ...state, isAnnounced: true }, toast(emergencyMessages.activated))
    : noEffects(state);
}

/** What a message says now: whether it has the place, and which call for help it belongs to. */
const contentNow = ({ emergency }: EmergencyState, { alarm }: ContactMessage) => ({
  hadPlace: emergency?.location != null,
  alarm: emergency?.alarms ?? alarm,
});

/** The messages app opened with one contact's message. */
function opened(state: EmergencyState, phoneNumber: string): Step {
  const known = withMessage(state, phoneNumber, (message) => ({
    ...withStatus(message, "opened"),
    ...contentNow(state, message),
  }));
  return announced({ ...known, launching: null, unseen: null, unclear: null });
}

/** The page stayed hidden after a launch: so the messages app opened. */
export function left(state: EmergencyState): Step {
  return state.launching === null ? noEffects(state) : opened(state, state.launching);
}

/** The person came back after a moment, and says whether the messages app had opened. */
export function launchAnswered(
  state: EmergencyState,
  { phoneNumber, hasOpened }: { readonly phoneNumber: string; readonly hasOpened: boolean },
): Step {
  if (state.unclear !== phoneNumber) return noEffects(state);
  return hasOpened
    ? opened(state, phoneNumber)
    : noEffects({ ...state, launching: null, unclear: null, unseen: phoneNumber });
}

/** The page was not left in time after a launch. A timer of an earlier launch says nothing of this one. */
export function launchUnseen(state: EmergencyState, { launch }: { readonly launch: number }): Step {
  const { launches, launching, unclear } = state;
  return launch === launches && launching !== null && unclear === null
    ? noEffects({ ...state, launching: null, unseen: launching })
    : noEffects(state);
}

/** The person says that a message was sent, from the messages app or another way. */
export function confirmed(state: EmergencyState, phoneNumber: string): Step {
  const known = withMessage(state, phoneNumber, (message) => ({
    ...message,
    ...(message.status === "prepared" && contentNow(state, message)),
    status: "confirmed",
  }));
  return announced({ ...known, unseen: null, unclear: null });
}

/** Whether the person can say that a message was sent: it was opened, or there was another way to send it. */
export function mayConfirm({ unseen, isTextTaken }: EmergencyState, message: ContactMessage) {
  const { status, phoneNumber } = message;
  return status === "opened" || (status === "prepared" && (unseen === phoneNumber || isTextTaken));
}

/** A test names everybody who would be told, when there are several. */
export function practiceListed(state: EmergencyState): Step {
  if (state.emergency?.kind !== "test") return noEffects(state);
  const messages = state.emergency?.messages ?? [];
  const people = messages.map(({ name, phoneNumber }) => `${name} ${phoneNumber}`.trim());
  return people.length > 1
    ? step(state, toast(emergencyMessages.testContacts(people)))
    : noEffects(state);
}
