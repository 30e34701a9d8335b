/** Claims about the emergency machine: when a message opens and what is said of it. */
import { describe, expect, test } from "vitest";
import { emergencyMessages, recordingMessages } from "#content/messages.ts";
import { isDue, lacksPlace, mayConfirm, openedMessages, toldContacts } from "./messages.ts";
import type { EmergencyEvent, EmergencyState } from "./state.ts";
import {
  begun,
  heard,
  kept,
  own,
  place,
  play,
  started,
  toasts,
  trigger,
  typed,
  waits,
} from "./stories.ts";

const first = "+61400000001";
const second = "+61400000002";
const requested = (phoneNumber: string, hasPlace = true) =>
  own({ type: "message-requested", phoneNumber, hasPlace });
const appLeft = own({ type: "app-left" });
const taken = (hasPlace = true) => own({ type: "text-taken", hasPlace });
const confirmed = own({ type: "message-confirmed", phoneNumber: first });
const found: EmergencyEvent = { type: "position-found", position: place };
const again: EmergencyEvent = {
  type: "triggered",
  trigger: { ...trigger, at: trigger.at + 60_000 },
};
const withoutPlace: EmergencyEvent = { type: "triggered", trigger: { ...trigger, position: null } };

describe("the first message", () => {
  test("opens by itself once the state is stored, sound is recorded and a location is known", () => {
    const opening = { type: "open-message", phoneNumber: first };
    expect(play([begun, started]).effects).not.toContainEqual(opening);
    expect(play([begun, kept]).effects).not.toContainEqual(opening);
    expect(play([begun, started, kept]).effects).toContainEqual(opening);
    expect(play([begun, kept, started]).effects).toContainEqual(opening);
  });

  test.each([
    own({ type: "recording-failed", reason: "denied" }),
    own({ type: "recording-elsewhere" }),
    own({ type: "overdue", kind: "real", what: "recorder" }),
  ])("does not wait for sound after $type", (event) => {
    expect(play([begun, kept, event]).types).toContain("open-message");
  });

  test("waits for the person's answer when the browser asks for the microphone, which nothing may cover", () => {
    const asked = own({ type: "microphone-asked" });
    const overdue = own({ type: "overdue", kind: "real", what: "recorder" });
    const before = play([begun, kept, asked, overdue]);
    expect(before.types).not.toContain("open-message");
    for (const event of [
      started,
      own({ type: "recording-failed", reason: "denied" }),
      own({ type: "answer-overdue", kind: "real" }),
    ]) {
      expect(play([event], before.state).types).toContain("open-message");
    }
  });

  test("does not wait longer than its time for a disk that does not answer", () => {
    const { types } = play([begun, started, own({ type: "overdue", kind: "real", what: "disk" })]);
    expect(types).toContain("open-message");
  });

  test("waits for a location, and opens when one comes while the tap still counts", () => {
    const before = play([withoutPlace, kept, started]);
    expect(before.types).not.toContain("open-message");
    expect(waits(before.effects)).toContainEqual([4_500, "gesture-expired"]);
    expect(play([found], before.state).types).toEqual(["keep", "open-message", "wait"]);
    const late = play([own({ type: "gesture-expired", kind: "real" })], before.state);
    expect(play([found], late.state).types).toEqual(["keep"]);
  });

  test("opens once: what is still awaited afterwards opens nothing more", () => {
    const opened = play([begun, requested(second)]).state;
    expect(play([kept, started], opened).types).not.toContain("open-message");
  });

  test("never opens by itself where no tap or no messages app allows it", () => {
    for (const triggeredBy of ["button", "voice", "shake"] as const) {
      const { types } = play([
        { type: "triggered", trigger: { ...trigger, triggeredBy, mayOpen: false } },
        started,
        kept,
        { type: "position-found", position: place },
      ]);
      expect(types).not.toContain("open-message");
    }
  });
});

describe("a message", () => {
  test("counts as opened only once the person left for the messages app", () => {
    const opened = play([begun, requested(second)]);
    expect(opened.state.emergency && openedMessages(opened.state.emergency)).toHaveLength(0);
    const { state } = play([appLeft], opened.state);
    expect(state.emergency?.messages.map((one) => one.status)).toEqual(["prepared", "opened"]);
  });

  test("that was opened without a location lacks it once it is known, until it is opened again", () => {
    const lacking = ({ state }: { readonly state: EmergencyState }) =>
      state.emergency?.messages.map((message) => lacksPlace(message, true));
    const opened = play([withoutPlace, requested(first, false), appLeft]);
    expect(opened.state.emergency?.messages.some((one) => lacksPlace(one, false))).toBe(false);
    const known = play([found], opened.state);
    expect(lacking(known)).toEqual([true, false]);
    expect(lacking(play([requested(first), appLeft], known.state))).toEqual([false, false]);
  });

  test("held no location that came after its text was given to another app, however late the answer", () => {
    const unclear = own({ type: "launch-unclear", phoneNumber: first });
    const yes = own({ type: "launch-answered", phoneNumber: first, hasOpened: true });
    for (const events of [
      [requested(first, false), found, appLeft],
      [requested(first, false), unclear, found, yes],
      [taken(false), found, confirmed],
      [
        requested(first, false),
        own({ type: "launch-unseen", launch: 1 }),
        found,
        taken(),
        confirmed,
      ],
    ]) {
      const message = play([withoutPlace, ...events]).state.emergency?.messages[0];
      expect(message).toMatchObject({ hadPlace: false });
      expect(message?.told).not.toBe("place");
    }
  });

  test("belongs to the alarm for which its text was given to another app", () => {
    for (const events of [
      [requested(first), again, appLeft],
      [requested(first), own({ type: "launch-unseen", launch: 1 }), again, confirmed],
    ]) {
      const { emergency } = play([begun, ...events]).state;
      expect(emergency?.messages.map((one) => emergency && isDue(emergency, one))).toEqual([
        true,
        true,
      ]);
    }
  });

  test("whose app took the page's focus for a moment only is asked about, and counts as the person says", () => {
    const unclear = own({ type: "launch-unclear", phoneNumber: first });
    const unseen = own({ type: "launch-unseen", launch: 1 });
    const asked = play([begun, requested(first), unclear, unseen]).state;
    expect(asked).toMatchObject({ unclear: first, unseen: null });
    expect(asked.emergency && openedMessages(asked.emergency)).toHaveLength(0);
    const answer = (hasOpened: boolean) =>
      play([own({ type: "launch-answered", phoneNumber: first, hasOpened })], asked).state;
    expect(answer(true).emergency?.messages[0]?.status).toBe("opened");
    expect(answer(false)).toMatchObject({ unseen: first, unclear: null });
    expect(answer(false).emergency?.messages[0]?.status).toBe("prepared");
    expect(play([appLeft], asked).state).toMatchObject({ unclear: null, launching: null });
  });

  test("whose app did not open stays prepared and is named", () => {
    const unseen = own({ type: "launch-unseen", launch: 1 });
    const { state } = play([begun, requested(first), unseen, appLeft]);
    expect(state.unseen).toBe(first);
    expect(state.emergency && openedMessages(state.emergency)).toHaveLength(0);
  });

  test("is not named for the timer of the one that was opened before", () => {
    const unseen = own({ type: "launch-unseen", launch: 1 });
    const { state } = play([begun, requested(first), requested(second), unseen]);
    expect([state.launching, state.unseen]).toEqual([second, null]);
  });

  test("that is opened again soon is not named for the timer of the first time", () => {
    const unseen = own({ type: "launch-unseen", launch: 1 });
    const no = own({ type: "launch-answered", phoneNumber: first, hasOpened: false });
    const unclear = own({ type: "launch-unclear", phoneNumber: first });
    const { state } = play([begun, requested(first), unclear, no, requested(first), unseen]);
    expect([state.launching, state.unseen]).toEqual([first, null]);
    expect(play([unclear], state).state.unclear).toBe(first);
  });

  test("that the person sent stays sent when the same text is opened again", () => {
    const sent = [begun, requested(first), appLeft, confirmed];
    const { state } = play([...sent, requested(first), appLeft]);
    expect(state.emergency?.messages[0]?.status).toBe("confirmed");
  });

  test("that says more than the one that was sent is only opened, and the contact stays told", () => {
    const opening = [requested(first), appLeft];
    for (const events of [
      [begun, ...opening, confirmed, again, ...opening],
      [withoutPlace, requested(first, false), appLeft, confirmed, found, ...opening],
    ]) {
      const { state } = play(events);
      const { emergency } = state;
      expect(emergency?.messages[0]).toMatchObject({ status: "opened", hadPlace: true });
      expect(emergency && toldContacts(emergency)).toHaveLength(1);
      expect(emergency?.messages.map((message) => mayConfirm(state, message))).toEqual([
        true,
        false,
      ]);
    }
  });

  test("can be called sent once it was opened, once no messages app opened, or once its text was taken along", () => {
    const may = (...events: EmergencyEvent[]) => {
      const { state } = play([begun, ...events]);
      return state.emergency?.messages.map((message) => mayConfirm(state, message));
    };
    expect(may()).toEqual([false, false]);
    expect(may(requested(first), appLeft)).toEqual([true, false]);
    const unseen = own({ type: "launch-unseen", launch: 1 });
    expect(may(requested(first), unseen)).toEqual([true, false]);
    expect(may(taken())).toEqual([true, true]);
    expect(may(taken(), confirmed)).toEqual([false, true]);
  });

  test("cannot be called sent by a text that was taken along before another alarm, or in another emergency", () => {
    const may = ({ state }: { readonly state: EmergencyState }) =>
      state.emergency?.messages.map((message) => mayConfirm(state, message));
    expect(may(play([begun, taken(), again]))).toEqual([false, false]);
    const next: EmergencyEvent = { type: "triggered", trigger: { ...trigger, id: "next" } };
    expect(may(play([begun, taken(), typed("own"), next]))).toEqual([false, false]);
  });

  test("that was sent another way counts as told, with the place that its text had", () => {
    for (const [hasPlace, told] of [
      [true, "place"],
      [false, "text"],
    ] as const) {
      const { emergency } = play([begun, taken(hasPlace), confirmed]).state;
      expect(emergency && toldContacts(emergency)).toHaveLength(1);
      expect(emergency?.messages[0]).toMatchObject({
        status: "confirmed",
        hadPlace: hasPlace,
        told,
      });
    }
  });

  test("counts as told only once the person says that it was sent, and in a test never", () => {
    const told = ({ emergency }: EmergencyState) => emergency && toldContacts(emergency).length;
    const opened = play([begun, requested(first), appLeft]).state;
    const practice: EmergencyEvent = { type: "triggered", trigger: { ...trigger, kind: "test" } };
    expect(told(opened)).toBe(0);
    expect(told(play([confirmed], opened).state)).toBe(1);
    expect(told(play([practice, requested(first), appLeft, confirmed]).state)).toBe(0);
  });
});

test("'Emergency Activated', which says that contacts were notified, is said once sound is recorded and a message was sent", () => {
  const before = play([begun, started, kept, heard]);
  expect(toasts(before.effects)).toEqual([recordingMessages.started]);
  const opened = play([appLeft, appLeft], before.state);
  expect(toasts(opened.effects)).toEqual([]);
  const sent = play([own({ type: "message-confirmed", phoneNumber: first })], opened.state);
  expect(toasts(sent.effects)).toEqual([emergencyMessages.activated]);
});

describe("a test", () => {
  const practice: EmergencyEvent = { type: "triggered", trigger: { ...trigger, kind: "test" } };
  const begunTest = play([practice]);

  test("copies its message after one second and lists several contacts after three", () => {
    expect(waits(begunTest.effects)).toContainEqual([1_000, "practice-copy-due"]);
    expect(waits(begunTest.effects)).toContainEqual([3_000, "practice-list-due"]);
    const copied = play([own({ type: "practice-copy-due" })], begunTest.state);
    expect(copied.types).toEqual(["copy-message"]);
    const listed = play([own({ type: "practice-list-due" })], begunTest.state);
    expect(toasts(listed.effects)).toEqual([
      emergencyMessages.testContacts([`Ana ${first}`, `Ben ${second}`]),
    ]);
  });

  test("lists nobody when there is one contact only", () => {
    const alone = { ...trigger, kind: "test" as const, contacts: trigger.contacts.slice(0, 1) };
    const { effects } = play([
      { type: "triggered", trigger: alone },
      own({ type: "practice-list-due" }),
    ]);
    expect(toasts(effects)).toEqual([]);
  });

  test("without a location says that it failed; a real emergency does not", () => {
    const failed: EmergencyEvent = { type: "position-failed" };
    const lost = { ...trigger, kind: "test" as const, position: null };
    const { effects } = play([{ type: "triggered", trigger: lost }, failed]);
    expect(toasts(effects)).toEqual([emergencyMessages.testFailed]);
    expect(play([withoutPlace, failed]).effects).toEqual(play([withoutPlace]).effects);
  });
});
