/** The steps of the emergency machine that concern messages and recording. */
import { emergencyMessages, recordingMessages } from "#content/messages.ts";
import type {
  ContactMessage,
  Emergency,
  EmergencyEffect,
  EmergencyEvent,
  EmergencyState,
  MessageStatus,
  Step,
} from "./state.ts";

/** Nothing changes but the state. */
export const same = (state: EmergencyState): Step => ({ state, effects: [] });

/** The state changes, and these things are to be done. */
export const step = (state: EmergencyState, ...effects: EmergencyEffect[]): Step => ({
  state,
  effects,
});

/** How many contacts were really told, as far as a web page can know: their message was opened. */
export function notified(emergency: Emergency): readonly ContactMessage[] {
  return emergency.messages.filter((message) => message.status !== "prepared");
}

const order: readonly MessageStatus[] = ["prepared", "opened", "confirmed"];

/** What two tabs know of one emergency: a slower one takes nothing back. */
export function merged(ours: Emergency, theirs: Emergency): Emergency {
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
    // Theirs comes from the database, ours perhaps from a mirror that somebody edited.
    ownPin: theirs.ownPin || ours.ownPin,
  };
}

/** The state with one message further on; a confirmed one stays confirmed. */
export function withStatus(state: EmergencyState, phoneNumber: string, status: MessageStatus) {
  const { emergency } = state;
  if (emergency === null) {
    return state;
  }
  const messages = emergency.messages.map((message) =>
    message.phoneNumber === phoneNumber && message.status !== "confirmed"
      ? { ...message, status }
      : message,
  );
  return { ...state, emergency: { ...emergency, messages } };
}

/** Notes whether the message that is being opened holds the place. */
function withPlace(state: EmergencyState): EmergencyState {
  const { emergency, launching } = state;
  if (emergency === null) {
    return state;
  }
  const hadPlace = emergency.location !== null;
  const messages = emergency.messages.map((message) =>
    message.phoneNumber === launching ? { ...message, hadPlace } : message,
  );
  return { ...state, emergency: { ...emergency, messages } };
}

/** A contact whose message went without the place that is known by now. */
export function lacksPlace({ location }: Emergency, message: ContactMessage): boolean {
  return message.status !== "prepared" && !message.hadPlace && location !== null;
}

/** Opens the messages app for one contact, in answer to a tap. */
export function openMessage(state: EmergencyState, phoneNumber: string): Step {
  if (!state.emergency?.messages.some((message) => message.phoneNumber === phoneNumber)) {
    return same(state);
  }
  const next = { ...state, launching: phoneNumber, unseen: null, mayOpen: false };
  return step(next, { type: "open-message", phoneNumber });
}

/** Opens the first message by itself once there is a place to send and nothing would be lost by leaving. */
export function openWhenReady(state: EmergencyState): Step {
  const first = state.emergency?.messages[0];
  const isReady = state.mayOpen && state.isMessageDue && state.emergency?.location != null;
  return first !== undefined && isReady ? openMessage(state, first.phoneNumber) : same(state);
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

/** The person left while the messages app was opening: so it opened. */
export function left(state: EmergencyState): Step {
  if (state.launching === null) {
    return same(state);
  }
  return announced({ ...withPlace(withStatus(state, state.launching, "opened")), launching: null });
}

/** What the recorder reports. */
export function recorded(state: EmergencyState, event: EmergencyEvent): Step {
  const isShown = state.emergency !== null && !state.emergency.isDecoy;
  switch (event.type) {
    case "recording-starting":
      return same({ ...state, recording: { phase: "starting" } });
    case "recording-elsewhere":
      return same({ ...state, recording: { phase: "elsewhere" } });
    case "recording-started": {
      const isFirst = state.recording.phase === "starting" && isShown && !state.isAnnounced;
      const next = announced({ ...state, recording: { phase: "on", id: event.id } });
      const isToldAlready = next.effects.length > 0;
      const toast: EmergencyEffect = { type: "toast", message: recordingMessages.started };
      return isFirst && !isToldAlready ? step(next.state, toast) : next;
    }
    case "recording-failed":
      return same({ ...state, recording: { phase: "failed", reason: event.reason } });
    case "recording-stopped":
      return event.kilobytes === null || state.emergency !== null
        ? same({ ...state, recording: { phase: "off" } })
        : step(
            { ...state, recording: { phase: "off" } },
            { type: "later-toast", message: recordingMessages.saved(event.kilobytes) },
          );
    default:
      return same(state);
  }
}

/** A test names everybody who would be told, when there are several. */
export function practiceListed(state: EmergencyState): Step {
  const messages = state.emergency?.messages ?? [];
  const people = messages.map(({ name, phoneNumber }) => `${name} ${phoneNumber}`.trim());
  return people.length > 1
    ? step(state, { type: "toast", message: emergencyMessages.testContacts(people) })
    : same(state);
}
