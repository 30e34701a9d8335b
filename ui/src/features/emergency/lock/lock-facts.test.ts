/** Claims about what the lock screens say of an emergency. */
import { expect, test } from "vitest";
import type { LocationChoice } from "#content/position.ts";
import type { GuardianReport } from "#store/guardians/guardian-reports.ts";
import type { ContactMessage, MessageStatus } from "../machine/contact-message.ts";
import { next } from "../machine/machine.ts";
import { type Emergency, type EmergencyState, IDLE, type Sound } from "../machine/state.ts";
import { realEmergency as emergency, own } from "../machine/stories.ts";
import {
  guardianFacts,
  lockFacts,
  messageText,
  methodText,
  overlayFacts,
  recordingText,
  unsavedText,
} from "./lock-facts.ts";

const heard: Sound = { tab: "this", count: 9, silent: 0, isFresh: true };

const standings = (change: Partial<EmergencyState>) =>
  Object.fromEntries(
    lockFacts({ ...IDLE, emergency, ...change }, emergency, { kind: "none" }).map(
      ({ name, standing }) => [name, standing],
    ),
  );

test("what is still to come is not shown as wrong", () => {
  const begun = standings({ recording: { phase: "starting" } });
  expect(begun).toEqual({ location: "waiting", recording: "waiting", contacts: "waiting" });
});

test("sound that is not recorded, or not stored, is shown as wrong", () => {
  const failed = standings({ recording: { phase: "failed", reason: "denied" } });
  expect(failed["recording"]).toBe("wrong");
  const on = { recording: { phase: "on", id: "r" }, sound: heard } as const;
  expect(standings({ ...on, isEvidenceKept: false })["recording"]).toBe("wrong");
  expect(standings({ ...on, isEvidenceKept: true })["recording"]).toBe("good");
});

test("sound of an earlier part that is only in memory is told as long as it is, and says nothing of the sound of now", () => {
  const on = { ...IDLE, emergency, recording: { phase: "on", id: "r" }, sound: heard } as const;
  const atRisk = next(on, own({ type: "risk-changed", isAtRisk: true }, emergency.id)).state;
  expect(unsavedText(atRisk)).toMatch(/^Some sound is not saved on this phone\./);
  expect(recordingText(atRisk, "Y")).toBe("Y");
  const chunk = (isKept: boolean) =>
    own({ type: "sound-written", isKept, level: 0.5 }, emergency.id);
  for (const isKept of [true, false]) {
    const { state } = next(atRisk, chunk(isKept));
    expect(state.isSoundAtRisk).toBe(true);
    const present = /^Recording not saved on this phone: its storage is full or closed\./;
    expect(present.test(unsavedText(state) ?? "")).toBe(!isKept);
  }
  const stored = next(atRisk, own({ type: "risk-changed", isAtRisk: false }, emergency.id)).state;
  expect([unsavedText(stored), unsavedText(on)]).toEqual([null, null]);
});

test.each([
  [{ recording: { phase: "on", id: "r" } }, "Starting to record"],
  [{ recording: { phase: "elsewhere" } }, "Not recording"],
  [{ recording: { phase: "elsewhere" }, sound: { ...heard, tab: "other" } }, "Y, by another tab"],
  [{ recording: { phase: "on", id: "r" }, sound: heard }, "Y"],
  [{ recording: { phase: "on", id: "r" }, sound: { ...heard, silent: 2 } }, "Y"],
  [
    { recording: { phase: "on", id: "r" }, sound: { ...heard, silent: 3 } },
    "The microphone gives no sound",
  ],
  [{ recording: { phase: "on", id: "r" }, sound: { ...heard, isFresh: false } }, "Not recording"],
  [{ recording: { phase: "starting" }, sound: { ...heard, isFresh: false } }, "Starting to record"],
] as const)("%o says %s", (change, text) => {
  expect(recordingText({ ...IDLE, emergency, ...change }, "Y")).toBe(text);
});

test("the lock says of the location what a message would hold: none, one, or one with its age", () => {
  const position = { latitude: 1, longitude: 2, accuracy: 3, timestamp: 4 };
  const said = (place: LocationChoice) => {
    const [fact] = lockFacts(IDLE, emergency, place);
    return [fact?.text, fact?.age];
  };
  expect(said({ kind: "none" })).toEqual(["Location not recorded", null]);
  const recorded = "Location recorded";
  expect(said({ kind: "fresh", position, ageMs: 0 })).toEqual([recorded, null]);
  const old = said({ kind: "aged", position, ageMs: 240_000 });
  expect(old).toEqual([recorded, "The location is 4 min old."]);
  const unknown = said({ kind: "aged", position, ageMs: null });
  expect(unknown).toEqual([recorded, "The location is of unknown age."]);
});

test.each<[string, Emergency["kind"], readonly MessageStatus[], string]>([
  ["nothing was opened", "real", ["prepared", "prepared"], "0 contacts notified"],
  ["a message was opened", "real", ["opened", "prepared"], "1 message opened"],
  ["one was sent", "real", ["confirmed", "prepared"], "1 contact notified"],
  [
    "one of two opened was sent",
    "real",
    ["confirmed", "opened"],
    "1 contact notified, 1 message opened",
  ],
  ["both were sent", "real", ["confirmed", "confirmed"], "2 contacts notified"],
  ["messages of a test were sent", "test", ["confirmed", "opened"], "2 messages opened"],
])("where %s in a %s emergency, %j counts as: %s", (_, kind, statuses, text) => {
  const messages = statuses.map((status, index) => ({
    ...{ name: "", phoneNumber: `+6140000000${index}`, status, hadPlace: true, alarm: 1 },
    told: status === "confirmed" ? ("place" as const) : ("nothing" as const),
  }));
  const facts = lockFacts(IDLE, { ...emergency, kind, messages }, { kind: "none" });
  expect(facts.find(({ name }) => name === "contacts")?.text).toBe(text);
});

test.each<[string, Partial<GuardianReport>[], readonly MessageStatus[], string, string]>([
  ["that did not answer", [{ phase: "arrived" }], ["prepared"], "0 contacts notified", "waiting"],
  ["that answered", [{ phase: "seen" }], ["prepared"], "1 guardian notified", "good"],
  [
    "that answered",
    [{ phase: "on-the-way" }, { phase: "police-called" }],
    ["confirmed", "opened"],
    "1 contact and 2 guardians notified, 1 message opened",
    "good",
  ],
  [
    "that may be somebody else's",
    [{ phase: "seen", isCompared: false }],
    ["opened"],
    "1 message opened",
    "waiting",
  ],
])("a guardian's phone %s, %j, beside %j counts as: %s", (_, changes, statuses, text, stands) => {
  const messages = statuses.map((status, index) => ({
    ...{ name: "", phoneNumber: `+6140000000${index}`, status, hadPlace: true, alarm: 1 },
    told: status === "confirmed" ? ("place" as const) : ("nothing" as const),
  }));
  const reports = changes.map((change) => ({ ...ben, ...change }));
  const place = { kind: "none" } as const;
  for (const facts of [lockFacts, overlayFacts]) {
    const real = facts(IDLE, { ...emergency, messages }, place, reports);
    expect(real.find(({ name }) => name === "contacts")).toMatchObject({ text, standing: stands });
    const drill = facts(IDLE, { ...emergency, messages, kind: "test" }, place, reports);
    expect(drill.find(({ name }) => name === "contacts")?.text).not.toContain("guardian");
  }
});

test.each<[string, Partial<ContactMessage>, RegExp]>([
  ["is ready", { status: "prepared" }, /^Message ready/],
  ["was opened", { status: "opened" }, /^Message opened/],
  ["was sent", { status: "confirmed" }, /^You confirmed/],
  ["was opened without the location", { status: "opened", hadPlace: false }, /known now/],
  ["was opened before help was asked for again", { status: "opened", alarm: 0 }, /another message/],
])("a message that %s is called so", (_, change, words) => {
  const message = { ...emergency.messages[0], hadPlace: true, alarm: 1, ...change };
  expect(messageText({ ...emergency, alarms: 1 }, message as ContactMessage, true)).toMatch(words);
});

test("the overlay says whether a location is known, and the lock how the emergency began", () => {
  const position = { latitude: 1, longitude: 2, accuracy: 3, timestamp: 4 };
  const shown = (place: LocationChoice) => overlayFacts(IDLE, emergency, place).at(-1)?.text;
  expect(shown({ kind: "none" })).toBe("Location not known yet");
  expect(shown({ kind: "fresh", position, ageMs: 0 })).toBe("Location ready to share");
  expect(methodText({ ...emergency, triggeredBy: "shake", safeWord: null })).toBe("Shake");
  expect(methodText({ ...emergency, triggeredBy: "voice", safeWord: "plum" })).toBe(
    'Voice Command "plum"',
  );
});

test("the location counts as shared once a text with it was sent, and not where one was only opened again", () => {
  const shown = (message: Partial<ContactMessage>) => {
    const told = {
      ...{ name: "", phoneNumber: "+61400000001", status: "opened", hadPlace: true, alarm: 1 },
      ...{ told: "text", ...message },
    } as ContactMessage;
    return overlayFacts(IDLE, { ...emergency, messages: [told] }, { kind: "none" }).at(-1)?.text;
  };
  expect(shown({})).toBe("Location in the opened message");
  expect(shown({ told: "place" })).toBe("Location shared");
});

const ben: GuardianReport = {
  ...{ guardian: "b", name: "Ben", phase: "sending", at: 1, isAgain: false, seq: null },
  ...{ hasPush: true, isCompared: true },
};

test.each<[Partial<GuardianReport>, string, string]>([
  [{}, "Sending to Ben", "waiting"],
  [{ phase: "stored" }, "Sending to Ben's phone", "waiting"],
  [{ phase: "stored", hasPush: false }, "Ben sees it once their page is open", "waiting"],
  [{ phase: "refused" }, "Not sent to Ben: text or call instead", "wrong"],
  [{ isMissing: true }, "Not confirmed for Ben: text or call", "wrong"],
  [{ phase: "stored", isMissing: true }, "Not confirmed for Ben: text or call", "wrong"],
  [{ phase: "arrived", isMissing: true }, "On Ben's phone", "waiting"],
  [{ phase: "ended" }, "The link to Ben has ended", "wrong"],
  [{ phase: "arrived", hasLinkEnded: true }, "The link to Ben has ended", "wrong"],
  [
    { phase: "on-the-way", hasLinkEnded: true },
    "Ben answered: on my way. The link to Ben has ended",
    "wrong",
  ],
  [{ phase: "sent" }, "Taken by the push service for Ben", "waiting"],
  [{ phase: "arrived" }, "On Ben's phone", "waiting"],
  [{ phase: "seen" }, "Ben has seen it", "good"],
  [{ phase: "on-the-way" }, "Ben answered: on my way", "good"],
  [{ phase: "police-called" }, "Ben answered: I called the police", "good"],
  [{ phase: "seen", isCompared: false }, "Ben has seen it (digits not compared)", "waiting"],
])("of a guardian with %o it says: %s", (report, text, stands) => {
  expect(guardianFacts([{ ...ben, ...report }])).toMatchObject([{ text, standing: stands }]);
});
