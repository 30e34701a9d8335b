/** Claims about the emergency machine: how it begins, how it ends, and what other tabs change. */
import { describe, expect, test } from "vitest";
import { emergencyMessages, recordingMessages } from "#content/messages.ts";
import { next } from "./machine.ts";
import { recordingClaim } from "./recording-claim.ts";
import type { EmergencyEvent, EmergencyState } from "./state.ts";
import { IDLE } from "./state.ts";
import { begun, kept, own, play, started, toasts, trigger, typed, waits } from "./stories.ts";

describe("a trigger", () => {
  test("stores the state before anything else, then holds the page, records and waits to open a message", () => {
    const { types, effects } = play([begun]);
    expect(types).toEqual([
      "keep",
      "hold-page",
      "start-recording",
      "tell-guardians",
      "follow-position",
      "keep-screen-on",
      "wait",
      "wait",
      "wait",
      "wait",
    ]);
    expect(waits(effects)).toEqual([
      [500, "overdue"],
      [1_500, "overdue"],
      [4_000, "answer-overdue"],
      [4_500, "gesture-expired"],
    ]);
  });

  test("a second trigger is noted as a call, and asks the disk alone", () => {
    const once = play([begun]);
    const call = { ...trigger, id: "other", at: trigger.at + 1 };
    const twice = next(once.state, { type: "triggered", trigger: call });
    const emergency = { ...once.state.emergency, calledAt: call.at };
    expect(twice).toEqual({
      state: { ...once.state, call, emergency },
      effects: [{ type: "keep" }],
    });
  });

  test("a test without a contact that has name and number only says so", () => {
    const nobody = {
      ...trigger,
      kind: "test" as const,
      contacts: [{ name: " ", phoneNumber: "1" }],
    };
    const { state, effects } = play([{ type: "triggered", trigger: nobody }]);
    expect(state).toBe(IDLE);
    expect(toasts(effects)).toEqual([emergencyMessages.noContacts]);
  });

  test("a real one without any contact locks and records all the same", () => {
    const { state, types } = play([{ type: "triggered", trigger: { ...trigger, contacts: [] } }]);
    expect(state.emergency?.messages).toEqual([]);
    expect(types).toContain("start-recording");
  });
});

describe("a real trigger during a test", () => {
  const practice = { ...trigger, kind: "test" as const };
  const sent = own({ type: "message-requested", phoneNumber: "+61400000001", hasPlace: true });
  const tested = play([
    { type: "triggered", trigger: practice },
    started,
    sent,
    own({ type: "app-left" }),
  ]).state;
  const real = { ...trigger, id: "new", triggeredBy: "voice" as const, at: 9_000, position: null };

  test("makes it real under the same id, with messages that were not sent, and goes on recording", () => {
    const { state, types } = play([{ type: "triggered", trigger: real }], tested);
    expect(state.emergency).toMatchObject({
      id: trigger.id,
      kind: "real",
      triggeredBy: "voice",
      triggeredAt: 9_000,
      // The one of the test may be too old; a trigger brings one that is not.
      location: null,
    });
    expect(state.emergency?.messages.map(({ status }) => status)).toEqual(["prepared", "prepared"]);
    expect(types[0]).toBe("keep");
    expect(types).not.toContain("start-recording");
    expect(types).not.toContain("stop-recording");
    expect(state.recording).toEqual({ phase: "on", id: "r1" });
  });

  test("opens its first message, whatever timers the test left behind", () => {
    const late = [
      own({ type: "gesture-expired", kind: "test" }),
      own({ type: "practice-copy-due" }),
      own({ type: "practice-list-due" }),
    ];
    const { types } = play([{ type: "triggered", trigger }, ...late, kept], tested);
    expect(types).toContain("open-message");
    expect(types).not.toContain("copy-message");
  });

  test("changes nothing of a real one, and a second test nothing of a test", () => {
    const made = play([{ type: "triggered", trigger: real }], tested).state;
    for (const again of [practice, real]) {
      const { emergency } = next(made, { type: "triggered", trigger: again }).state;
      expect(emergency).toEqual(made.emergency);
    }
    expect(next(tested, { type: "triggered", trigger: practice }).state).toBe(tested);
  });
});

describe("the recording of an emergency that ended", () => {
  const ended = play([begun, started, typed("own")]);
  const saved = { stored: 12 * 1_024, unsaved: 0, isOffered: true };
  const closed = play([own({ type: "recording-stopped", closed: saved })], ended.state);

  test("is shown until it is closed, and named in a toast once the one before could be read", () => {
    expect(ended.state.recording).toEqual({ phase: "on", id: "r1" });
    expect(closed.state.recording).toEqual({ phase: "off" });
    expect(waits(closed.effects)).toEqual([[2_500, "closed-toast-due"]]);
    const due = own({ type: "closed-toast-due", closed: saved });
    const said = { title: "Recording Saved", description: "12 KB" };
    expect(toasts(play([due], closed.state).effects)).toMatchObject([said]);
  });

  test("that is lost is named in a toast also after the person has left the screen for what is over", () => {
    const left = play([own({ type: "end-seen" })], ended.state);
    expect(left.state.ended?.isShown).not.toBe(true);
    const lost = { stored: 0, unsaved: 9_000_000, isOffered: true };
    const stopped = play([own({ type: "recording-stopped", closed: lost })], left.state);
    expect(waits(stopped.effects)).toEqual([[2_500, "closed-toast-due"]]);
    const due = own({ type: "closed-toast-due", closed: lost });
    const { effects, state } = play([due], stopped.state);
    expect(toasts(effects)).toEqual([recordingMessages.notSaved(true)]);
    expect(state.ended?.isShown).not.toBe(true);
  });

  test("is named in no toast where the screen for what is over has gone, and what is not stored is kept", () => {
    const away = play([own({ type: "end-hidden" })], ended.state);
    expect([away.state.ended, away.effects]).toMatchObject([{ isShown: true, isAway: true }, []]);
    const lost = { stored: 0, unsaved: 4, isOffered: false };
    const due = own({ type: "closed-toast-due", closed: lost });
    const after = play([own({ type: "recording-stopped", closed: lost }), due], away.state);
    expect([toasts(after.effects), after.types]).toEqual([[], ["wait"]]);
    expect(after.state.ended).toMatchObject({ closed: lost, isShown: true });
    expect(play([own({ type: "end-seen" })], after.state).types).toEqual(["forget-sound"]);
    // The person was back, and has read it.
    const read = play([own({ type: "end-seen" }), due], away.state);
    expect(toasts(read.effects)).toEqual([recordingMessages.notSaved(false)]);
    // Of one that was read nothing is left to hide.
    const left = play([own({ type: "end-seen" })], ended.state).state;
    expect(play([own({ type: "end-hidden" })], left).state).toBe(left);
  });

  test("keeps a test from beginning while its screen alone has the sound, and no call for help", () => {
    const lost = { stored: 0, unsaved: 4, isOffered: false };
    const stopped = own({ type: "recording-stopped", closed: lost });
    const practice = { ...trigger, id: "test", kind: "test" } as const;
    const begins = (before: EmergencyState, kind: "test" | "real") => {
      const pressed = { type: "triggered", trigger: { ...practice, kind } } as const;
      const { state, effects } = play([pressed], before);
      return [state.emergency?.kind, ...toasts(effects)];
    };
    const shown = play([stopped], ended.state).state;
    const away = play([own({ type: "end-hidden" })], shown).state;
    expect(begins(shown, "test")).toEqual([undefined, emergencyMessages.testHeldBack]);
    expect(begins(away, "test")).toEqual([undefined, emergencyMessages.testHeldBack]);
    expect(begins(away, "real")[0]).toBe("real");
    const read = play([own({ type: "end-seen" })], away).state;
    expect(begins(read, "test")[0]).toBe("test");
  });

  test("is named in one toast, when it is known what became of all of it", () => {
    const open = { stored: 4, unsaved: 4, isOffered: null };
    const asked = play([own({ type: "recording-stopped", closed: open })], ended.state);
    expect(asked.state).toMatchObject({ recording: { phase: "off" }, ended: { closed: open } });
    expect(asked.effects).toEqual([]);
    const known = { ...open, isOffered: false };
    const told = play([own({ type: "recording-stopped", closed: known })], asked.state);
    expect(told.state.ended).toMatchObject({ closed: known });
    expect(waits(told.effects)).toEqual([[2_500, "closed-toast-due"]]);
    const left = play([own({ type: "end-seen" })], asked.state);
    const later = play([own({ type: "recording-stopped", closed: known })], left.state);
    expect(waits(later.effects)).toEqual([[2_500, "closed-toast-due"]]);
  });

  test("is named in no toast when nothing was recorded", () => {
    const stopped = own({ type: "recording-stopped", closed: { ...saved, stored: 0 } });
    expect(play([stopped], ended.state).effects).toEqual([]);
  });
});

test("sound that was not measured after silence does not end what is said of the silence", () => {
  const chunk = (level: number | null) => own({ type: "sound-written", isKept: true, level });
  const claims = [[0, 0, 0], [null], [0.1], [null]].map((_, count, all) =>
    recordingClaim(
      play([
        begun,
        started,
        ...all
          .slice(0, count + 1)
          .flat()
          .map(chunk),
      ]).state,
    ),
  );
  expect(claims).toEqual(["no-sound", "no-sound", "recording", "recording"]);
});

describe("another tab", () => {
  const emergencyOf = (state: EmergencyState) => {
    if (state.emergency === null) throw new Error("No emergency is on.");
    return state.emergency;
  };
  const before = play([begun, started]).state;

  test("that ends the emergency ends it here, without storing that again", () => {
    const { state, types } = play([own({ type: "ended-elsewhere", endedAt: 9e15, at: 0 })], before);
    expect(state.emergency).toBeNull();
    expect(types).toContain("stop-recording");
    expect(types).not.toContain("keep");
  });

  test("that knows less takes nothing back", () => {
    const further = play(
      [
        own({ type: "message-requested", phoneNumber: "+61400000002", hasPlace: true }),
        own({ type: "app-left" }),
        typed("decoy", { goesHome: true }),
      ],
      before,
    ).state;
    const slower: EmergencyEvent = {
      type: "restored",
      from: "database",
      emergency: emergencyOf(before),
    };
    expect(play([slower], further).state.emergency).toEqual(further.emergency);
  });

  test("that knows more is believed, and its decoy unlock frees this page too", () => {
    const theirs = { ...emergencyOf(before), isDecoy: true };
    const { state, types } = play(
      [{ type: "restored", from: "database", emergency: theirs }],
      before,
    );
    expect(state.emergency?.isDecoy).toBe(true);
    expect(types).toEqual(["release-page"]);
  });

  test("cannot change the PIN that the database has, whatever its mirror says", () => {
    const theirs = { ...emergencyOf(before), ownPin: "482915" };
    const edited = play([
      { type: "restored", from: "database", emergency: { ...theirs, ownPin: "" } },
    ]).state;
    const { state } = play([{ type: "restored", from: "database", emergency: theirs }], edited);
    expect(state.emergency?.ownPin).toBe("482915");
  });

  test("that has not heard of the end does not bring the emergency back", () => {
    const end = typed("own");
    const ended = play([end], before).state;
    const late: EmergencyEvent = {
      type: "restored",
      from: "database",
      emergency: emergencyOf(before),
    };
    expect(play([late], ended).state.emergency).toBeNull();
  });

  test("that is even later does not put the ended emergency in the next one's place", () => {
    const end = typed("own");
    const next: EmergencyEvent = { type: "triggered", trigger: { ...trigger, id: "next" } };
    const late: EmergencyEvent = {
      type: "restored",
      from: "database",
      emergency: emergencyOf(before),
    };
    expect(play([end, next, late], before).state.emergency?.id).toBe("next");
  });

  test("whose emergency was first is followed: it opens the message, and this tab's recorder serves it", () => {
    const theirs = { ...emergencyOf(before), id: "first", triggeredAt: 900 };
    const { state, types, effects } = play(
      [
        { type: "restored", from: "database", emergency: theirs },
        own({ type: "state-kept", sequence: 0 }),
        own({ type: "state-kept", sequence: 0 }, "first"),
        own({ type: "overdue", kind: "real", what: "recorder" }),
      ],
      before,
    );
    expect(state.emergency?.id).toBe("first");
    expect(types).not.toContain("open-message");
    expect(effects).toContainEqual({ type: "adopt", emergencyId: "first" });
    const lost = own({ type: "recording-failed", reason: "gone" }, "first");
    expect(play([lost], state).state.recording).toEqual({ phase: "failed", reason: "gone" });
  });
});
