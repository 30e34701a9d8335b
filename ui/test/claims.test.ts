/**
 * What has to be true before the client says "confirmed", "sent", "saved", "on", "linked" or "unchanged": each has one place
 * that decides it. Which files hold the words is in `claim-words.test.ts`.
 */
import { expect, test } from "vitest";
import { sessionLimits } from "#content/guardian-limits.ts";
import { contactSaved, settingsSaved } from "#content/saved-words.ts";
import { endedTexts } from "#features/emergency/ended/ended-rules.ts";
import { messageText } from "#features/emergency/lock/lock-facts.ts";
import { closedToast } from "#features/emergency/machine/closed-rules.ts";
import type { ContactMessage } from "#features/emergency/machine/contact-message.ts";
import type { Emergency } from "#features/emergency/machine/state.ts";
import { realEmergency } from "#features/emergency/machine/stories.ts";
import { type Known, stateText } from "#features/guardians/guardian-rules.ts";
import { type PageFacts, pageText } from "#features/guardians/page-rules.ts";
import { type PairingStep, pairingText } from "#features/guardians/pairing-rules.ts";
import { type Found, verdictOf } from "#features/playback/checked.ts";
import { entryOf } from "#features/playback/recording-list.ts";
import type { Held, Session, Timer } from "#features/pulse-check/machine-state.ts";
import { sessionText } from "#features/pulse-check/session-message.ts";
import { statusText, type VoiceStatus } from "#features/voice/listening/status.ts";
import { type NotificationFacts, restText, viewOf } from "#features/watch/notification-rules.ts";
import {
  type PairingStep as PairingStepThere,
  pairingText as pairingTextThere,
} from "#features/watch/pairing-rules.ts";

const now = { wall: 1_000_000, running: 1_000_000 };
const alertAt = now.wall + 3_600_000;
const held: Held = { alertAt, hasFired: false, generation: 1, saidAt: now };

/** What is said of a session with one guardian, which the server is to alert in an hour. */
function session(timer: Partial<Timer>, changed: Partial<Session> = {}): string {
  const ana: Timer = {
    guardian: "ana",
    name: "Ana",
    stop: "token",
    generation: 1,
    isTried: true,
    held,
    loss: null,
    isMissing: false,
    isLossKnown: false,
    isSettled: false,
    ...timer,
  };
  const running: Session = {
    id: "s",
    phase: "running",
    dueAt: alertAt - sessionLimits.graceMs,
    changes: [],
    clock: { server: now.wall, at: now },
    timers: [ana],
    ...changed,
  };
  return sessionText(running, now);
}

const pairing = (step: Exclude<PairingStep, null>) => pairingText("Ana", step);

const alarm = {
  ...{ guardian: "ana", seq: 4, at: now.wall },
  item: { kind: "alarm", emergency: "e", at: now.wall, isDrill: false, place: null },
} as const;

/** What is said of the page of a guardian. */
const page = (changed: Partial<PageFacts>) =>
  pageText({
    ...{ guardian: { id: "ana", name: "Ana" }, known: null, told: [], waiting: [] },
    ...{ session: null, now, ...changed },
  });

function recordingEnded(stored: number, unsaved: number): string {
  const closed = { stored, unsaved, isOffered: true };
  return `${closedToast(closed, false)?.title} ${endedTexts(closed, false).heading}`;
}

const pairingThere = (step: Exclude<PairingStepThere, null>) => pairingTextThere("Mia", step);

/** What the lock says of a message, of the first alarm unless the emergency has another one. */
function message(given: Partial<ContactMessage>, changed: Partial<Emergency> = {}): string {
  const of: ContactMessage = {
    ...{ name: "Ana", phoneNumber: "+61400000001", status: "prepared", hadPlace: true, alarm: 1 },
    told: "nothing",
    ...given,
  };
  const emergency = { ...realEmergency, messages: [of], ...changed };
  return messageText(emergency, of, emergency.location !== null);
}

const allowed: NotificationFacts = {
  ...{ obstacle: null, isAllowed: true, step: "idle", reached: "works" },
};
const notifications = (facts: Partial<NotificationFacts>) =>
  restText(viewOf({ ...allowed, ...facts }), "Mia", false) ?? "";

const contact = (isKept: boolean, isForGood: boolean, copy: Parameters<typeof contactSaved>[2]) =>
  contactSaved(isKept, isForGood, copy, { isNew: true }).title;

const link = (state: Known["state"], owned: Known["owned"] = null) =>
  stateText({ state, owned }, null, 0);
const pushed = (push: NonNullable<Known["owned"]>["push"]) =>
  link("claimed", { push, brokenSince: null, pushedSeq: null });

const recording = entryOf("e", [
  {
    id: "one",
    emergencyEventId: "e",
    mimeType: "audio/webm",
    recordedAt: "2026-01-01T00:00:00.000Z",
    duration: 3,
    bytes: 12_000,
    copyBytes: 0,
    isProcessed: true,
    isRecording: false,
  },
]);
const whole = { isAltered: false, missingSeconds: 0, parts: [], confirmed: null };
const verdict = (found: Found) => verdictOf(recording, found)?.text ?? "";

/** Each claim, who decides it, when it must be said, and when it must not. */
const claims: readonly {
  readonly claim: RegExp;
  readonly decides: string;
  readonly said: Readonly<Record<string, string>>;
  readonly unsaid: Readonly<Record<string, string>>;
}[] = [
  {
    claim: /(^|\. )Confirmed /,
    decides: "sessionText",
    said: { "the server holds the time that was asked for": session({}) },
    unsaid: {
      "the server never answered": session({ held: null }),
      "the server holds another time": session({ held: { ...held, alertAt: alertAt - 1 } }),
      "another time was asked for since": session({}, { changes: [{ ms: 60_000, from: now }] }),
      "the guardian left": session({ loss: "left" }),
      "the guardian's phone cannot be reached": session({ loss: "unreachable" }),
      "the alert has gone out": session({ held: { ...held, hasFired: true } }),
      "the session was ended": session({}, { phase: "ended" }),
    },
  },
  {
    claim: /\bwas sent\b/,
    decides: "sessionText",
    said: {
      "the server says that the alert has gone out": session({ held: { ...held, hasFired: true } }),
    },
    unsaid: {
      "the alert is armed": session({}),
      "the server never answered": session({ held: null }),
    },
  },
  {
    claim: /: sent\b/,
    decides: "pairingText",
    said: {
      "the server has stored it": pairing("stored"),
      "the push service has taken it": pairing("taken"),
    },
    unsaid: {
      "the guardian allows no notifications yet": pairing("waiting"),
      "it is to be sent": pairing("due"),
    },
  },
  {
    claim: /^Sent for/,
    decides: "pageText",
    said: { "the server has it": page({ told: [alarm] }) },
    unsaid: {
      "nothing was sent": page({}),
      "it waits for a connection": page({ waiting: [{ ...alarm, sealed: null }] }),
    },
  },
  {
    claim: /^Test notification: sent\b/,
    decides: "pairingText of the guardian's page",
    said: { "the page has read it": pairingThere("here") },
    unsaid: {
      "nothing has come yet": pairingThere("waiting"),
      "it was shown as a notification": pairingThere("arrived"),
    },
  },
  {
    claim: /^You confirmed that it was sent/,
    decides: "messageText",
    said: { "the person said so": message({ status: "confirmed" }) },
    unsaid: {
      "nobody opened it": message({ status: "prepared" }),
      "the messages app was opened": message({ status: "opened" }),
      "help was asked for again since": message({ status: "confirmed" }, { alarms: 2 }),
      "it had no place, and one is known now": message(
        { status: "confirmed", hadPlace: false },
        { location: { latitude: 1, longitude: 2, accuracy: 3, timestamp: 1 } },
      ),
    },
  },
  {
    claim: /\bRecording saved\b/i,
    decides: "closedClaim",
    said: { "all of it is stored": recordingEnded(9, 0) },
    unsaid: {
      "a part is not stored": recordingEnded(9, 1),
      "nothing is stored": recordingEnded(0, 9),
      "there was no sound": recordingEnded(0, 0),
    },
  },
  {
    claim: /^Contact saved$/,
    decides: "contactSaved",
    said: {
      "the phone and the server have it": contact(true, true, "copied"),
      "the phone has it and the server will": contact(true, true, "waiting"),
    },
    unsaid: {
      "the phone did not keep it": contact(false, true, null),
      "the phone did not keep it, whatever the server has": contact(false, true, "copied"),
      "the server refused it": contact(true, true, "refused"),
      "the disk may not have taken it": contact(true, false, "copied"),
    },
  },
  {
    claim: /^Settings saved$/,
    decides: "settingsSaved",
    said: {
      "the phone has them": settingsSaved(true, true).title,
      "the phone has them and the copy waits": settingsSaved(true, true, "waiting").title,
      "the phone has them and there is no copy": settingsSaved(true, true, "refused").title,
    },
    unsaid: {
      "the phone did not keep them": settingsSaved(false, true).title,
      "the phone did not keep them, copied or not": settingsSaved(false, true, "copied").title,
      "the disk may not have taken them": settingsSaved(true, false, "copied").title,
    },
  },
  {
    claim: /\bcontrol on\b/,
    decides: "voiceStatus and statusText",
    said: { "something is heard": statusText({ kind: "listening" }) },
    unsaid: Object.fromEntries(
      (
        [
          { kind: "off" },
          { kind: "starting", reason: null },
          { kind: "starting", reason: "Waiting" },
          { kind: "paused", reason: "Waiting" },
          { kind: "cannot", reason: "Denied" },
        ] satisfies VoiceStatus[]
      ).map((status) => [JSON.stringify(status), statusText(status)]),
    ),
  },
  {
    claim: /^Notifications are on\b/,
    decides: "viewOf",
    said: { "the server's pushes are taken": notifications({ reached: "works" }) },
    unsaid: {
      "the guardian did not allow them": notifications({ isAllowed: false }),
      "the browser cannot": notifications({ obstacle: "Not here." }),
      "the server could not be told": notifications({ step: "failed" }),
      "the server is being told": notifications({ step: "working" }),
      "the server never answered": notifications({ reached: null }),
      "the server has no address": notifications({ reached: "none" }),
      "the push service refuses": notifications({ reached: "unreachable" }),
      "they do not arrive": notifications({ reached: "broken" }),
    },
  },
  {
    claim: /^Linked\./,
    decides: "stateText",
    said: { "the server knows the link and nothing else of it": link("claimed") },
    unsaid: {
      "the guardian ended it": link("ended"),
      "notifications do not arrive": pushed("broken"),
      "the phone is not reachable": pushed("unreachable"),
      "there are no notifications": pushed("none"),
    },
  },
  {
    claim: /\bUnchanged\b/,
    decides: "verdictOf",
    said: { "its chain is whole": verdict(whole) },
    unsaid: {
      "its check has not ended": verdict(undefined),
      "its check failed": verdict("unread"),
      "its check came to no end": verdict("unanswered"),
      "there is no chain": verdict(null),
      "its sound was changed": verdict({ ...whole, isAltered: true }),
      "some of it is missing": verdict({ ...whole, missingSeconds: 1 }),
    },
  },
];

const rows = claims.flatMap(({ claim, decides, said, unsaid }) => [
  ...Object.entries(said).map((row) => [decides, "says", `${claim}`, ...row, claim] as const),
  ...Object.entries(unsaid).map((row) => [decides, "never", `${claim}`, ...row, claim] as const),
]);

test.each(rows)("%s %s %s when %s", (_decides, says, _name, _when, words, claim) => {
  if (says === "says") expect(words).toMatch(claim);
  else expect(words).not.toMatch(claim);
});
