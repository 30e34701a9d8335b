/** The emergency machine's steps for messages: when the first opens without a tap, and what is known of each. */
import { emergencyTimes } from "#content/limits.ts";
import { emergencyMessages } from "#content/messages.ts";
import type { ContactMessage, GivenText } from "./contact-message.ts";
import type { Trigger } from "./inputs.ts";
import { recordingClaim } from "./recording-claim.ts";
import {
  type Awaited,
  type Emergency,
  type EmergencyEffect,
  type EmergencyState,
  isHidden,
} from "./state.ts";
import { noEffects, type Step, step, toast, wait } from "./step.ts";

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

/** Records of earlier releases have the status alone. */
const isTold = ({ told, status }: ContactMessage) => told !== "nothing" || status === "confirmed";

/** The contacts who were told, because the person said that the message was sent. A test tells nobody. */
export function toldContacts({ kind, messages }: Pick<Emergency, "kind" | "messages">) {
  return kind === "test" ? [] : messages.filter(isTold);
}

/** Whether a message is to be sent: it was not opened, or help was asked for again since. */
export function isDue({ alarms }: Emergency, { status, alarm }: ContactMessage): boolean {
  return status === "prepared" || alarm < alarms;
}

/** Whether a message was opened without the location, and would have it now. */
export function lacksPlace({ status, hadPlace }: ContactMessage, hasPlace: boolean): boolean {
  return status !== "prepared" && !hadPlace && hasPlace;
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

/** Opens the messages app for one contact, in answer to a tap; `hasPlace` is whether the text holds the location. */
export function openMessage(
  state: EmergencyState,
  { phoneNumber, hasPlace }: { readonly phoneNumber: string; readonly hasPlace: boolean },
): Step {
  const { emergency } = state;
  if (!emergency?.messages.some((message) => message.phoneNumber === phoneNumber)) {
    return noEffects(state);
  }
  const launches = state.launches + 1;
  const launched = { hadPlace: hasPlace, alarm: emergency.alarms };
  const launching = { launching: phoneNumber, launches, launched };
  return step(
    { ...state, ...launching, unseen: null, unclear: null, awaits: null },
    { type: "open-message", phoneNumber },
    wait(emergency.id, emergencyTimes.leaveMs, { type: "launch-unseen", launch: launches }),
  );
}

/** Opens the first message without a tap, once a location is known and nothing else is awaited. */
export function openWhenReady(state: EmergencyState): Step {
  const { emergency, awaits } = state;
  const first = emergency?.messages[0];
  const isReady = awaits?.length === 0 && emergency?.location != null;
  return first !== undefined && isReady
    ? openMessage(state, { phoneNumber: first.phoneNumber, hasPlace: true })
    : noEffects(state);
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

/**
 * A message whose text was opened in the messages app. One that was sent stays so where the new text says nothing more: whether
 * that was sent, too, nobody knows.
 */
function withOpened(message: ContactMessage, { hadPlace, alarm }: GivenText): ContactMessage {
  const saysNoMore = message.alarm === alarm && (message.hadPlace || !hadPlace);
  return message.status === "confirmed" && saysNoMore
    ? message
    : { ...message, status: "opened", hadPlace, alarm };
}

/** The messages app opened with one contact's message. */
function opened(state: EmergencyState, phoneNumber: string): Step {
  const known = withMessage(state, phoneNumber, (message) => withOpened(message, state.launched));
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

/** The text of a message that the person sent: the one that was opened, or the least that any other way of sending had. */
function sentText({ unseen, launched, takenText }: EmergencyState, message: ContactMessage) {
  if (message.status !== "prepared") return message;
  const ways = [unseen === message.phoneNumber ? launched : null, takenText];
  const texts = ways.filter((text) => text !== null);
  return {
    hadPlace: texts.every((text) => text.hadPlace),
    alarm: Math.min(...texts.map((text) => text.alarm)),
  };
}

/** The person says that a message was sent, from the messages app or another way. */
export function confirmed(
  state: EmergencyState,
  { phoneNumber }: { readonly phoneNumber: string },
): Step {
  const known = withMessage(state, phoneNumber, (message) => {
    if (!mayConfirm(state, message)) return message;
    const { hadPlace, alarm } = sentText(state, message);
    const told = hadPlace || message.told === "place" ? "place" : "text";
    return { ...message, status: "confirmed", hadPlace, alarm, told };
  });
  return announced({ ...known, unseen: null, unclear: null });
}

/** Whether the person can say that a message was sent: it was opened, or there was another way to send it. */
export function mayConfirm({ unseen, takenText }: EmergencyState, message: ContactMessage) {
  const { status, phoneNumber } = message;
  const hasOtherWay = unseen === phoneNumber || takenText !== null;
  return status === "opened" || (status === "prepared" && hasOtherWay);
}

/** The person took the text along to send it another way; `hasPlace` is whether it holds the location. */
export function textTaken(
  state: EmergencyState,
  { hasPlace }: { readonly hasPlace: boolean },
): Step {
  const { emergency } = state;
  if (emergency === null) return noEffects(state);
  return noEffects({ ...state, takenText: { hadPlace: hasPlace, alarm: emergency.alarms } });
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
