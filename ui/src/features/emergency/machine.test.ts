/** Claims about the emergency machine, by stories and by random sequences of events. */
import { describe, expect, test } from "vitest";
import { emergencyMessages, recordingMessages } from "#content/messages.ts";
import { CALM, next } from "./machine.ts";
import type { EmergencyEffect, EmergencyEvent, EmergencyState, Trigger } from "./machine-state.ts";
import { notified } from "./machine-steps.ts";

const place = { latitude: -33.8688, longitude: 151.2093, accuracy: 12, timestamp: 1_000 };
const trigger: Trigger = {
  id: "e".repeat(21),
  kind: "real",
  triggeredBy: "button",
  safeWord: null,
  at: 1_000,
  text: "Send help, I am in danger.",
  contacts: [
    { name: "Ana", phoneNumber: "+61400000001" },
    { name: "Ben", phoneNumber: "+61400000002" },
  ],
  position: place,
  mayOpen: true,
};

function play(events: readonly EmergencyEvent[], from: EmergencyState = CALM) {
  let state = from;
  const effects: EmergencyEffect[] = [];
  for (const event of events) {
    const step = next(state, event);
    state = step.state;
    effects.push(...step.effects);
  }
  return { state, effects, types: effects.map((effect) => effect.type) };
}

const toasts = (effects: readonly EmergencyEffect[]) =>
  effects.flatMap((effect) => (effect.type === "toast" ? [effect.message] : []));
const begun: EmergencyEvent = { type: "triggered", trigger };
const started: EmergencyEvent = { type: "recording-started", id: "r1" };

describe("a trigger", () => {
  test("writes the state before anything else, then holds the page, records and prepares", () => {
    expect(play([begun]).types).toEqual([
      "keep",
      "hold-page",
      "start-recording",
      "follow-position",
      "keep-screen-on",
      "prepare-message",
    ]);
  });

  test("a second trigger changes nothing and asks for nothing", () => {
    const once = play([begun]);
    const twice = next(once.state, { type: "triggered", trigger: { ...trigger, id: "other" } });
    expect(twice.state).toBe(once.state);
    expect(twice.effects).toEqual([]);
  });

  test("a test without a contact that has name and number only says so", () => {
    const nobody = {
      ...trigger,
      kind: "test" as const,
      contacts: [{ name: " ", phoneNumber: "1" }],
    };
    const { state, effects } = play([{ type: "triggered", trigger: nobody }]);
    expect(state).toBe(CALM);
    expect(toasts(effects)).toEqual([emergencyMessages.noContacts]);
  });

  test("a real one without any contact locks and records all the same", () => {
    const { state, types } = play([{ type: "triggered", trigger: { ...trigger, contacts: [] } }]);
    expect(state.emergency?.messages).toEqual([]);
    expect(types).toContain("start-recording");
  });
});

describe("the message", () => {
  test("opens by itself for the first contact once there is a place and leaving loses nothing", () => {
    const { effects } = play([begun, started, { type: "message-due" }]);
    expect(effects).toContainEqual({ type: "open-message", phoneNumber: "+61400000001" });
  });

  test("waits for a place, and opens when it comes in time", () => {
    const lost: EmergencyEvent = { type: "triggered", trigger: { ...trigger, position: null } };
    const before = play([lost, { type: "message-due" }]);
    expect(before.types).not.toContain("open-message");
    expect(play([{ type: "position-found", position: place }], before.state).types).toEqual([
      "keep",
      "open-message",
    ]);
    const late = play([{ type: "gesture-expired" }], before.state);
    const found = play([{ type: "position-found", position: place }], late.state);
    expect(found.types).toEqual(["keep"]);
  });

  test("never opens by itself where no tap or no messages app allows it", () => {
    for (const triggeredBy of ["button", "voice", "shake"] as const) {
      const { types } = play([
        { type: "triggered", trigger: { ...trigger, triggeredBy, mayOpen: false } },
        started,
        { type: "message-due" },
        { type: "position-found", position: place },
      ]);
      expect(types).not.toContain("open-message");
    }
  });

  test("counts a contact as notified only once the person left for the messages app", () => {
    const opened = play([begun, { type: "message-requested", phoneNumber: "+61400000002" }]);
    expect(opened.state.emergency && notified(opened.state.emergency)).toHaveLength(0);
    const { state } = play([{ type: "app-left" }], opened.state);
    expect(state.emergency?.messages.map((one) => one.status)).toEqual(["prepared", "opened"]);
  });

  test("an app that did not open leaves the message prepared and is named", () => {
    const { state } = play([
      begun,
      { type: "message-requested", phoneNumber: "+61400000001" },
      { type: "launch-unseen" },
      { type: "app-left" },
    ]);
    expect(state.unseen).toBe("+61400000001");
    expect(state.emergency && notified(state.emergency)).toHaveLength(0);
  });

  test("'Emergency Activated' is said when sound is recorded and a message was opened, not before", () => {
    const before = play([begun, started, { type: "message-due" }]);
    expect(toasts(before.effects)).toEqual([recordingMessages.started]);
    const after = play([{ type: "app-left" }, { type: "app-left" }], before.state);
    expect(toasts(after.effects)).toEqual([emergencyMessages.activated]);
  });
});

describe("unlocking", () => {
  const locked = play([begun, started]).state;

  test("the person's own PIN ends it all and leads home", () => {
    const { state, types } = play([{ type: "unlocked", meaning: "own", goesHome: true }], locked);
    expect(state.emergency).toBeNull();
    expect(types).toEqual([
      "keep",
      "stop-recording",
      "leave-position",
      "let-screen-sleep",
      "release-page",
      "toast",
      "go-home",
    ]);
  });

  test("the demo PIN as decoy frees the page and stops nothing", () => {
    const { state, types } = play([{ type: "unlocked", meaning: "decoy", goesHome: true }], locked);
    expect(types).toEqual(["keep", "release-page", "toast"]);
    expect(state.emergency?.isDecoy).toBe(true);
    expect(state.recording).toEqual({ phase: "on", id: "r1" });
  });

  test("behind the decoy no toast gives the recording away", () => {
    const decoy = play([{ type: "unlocked", meaning: "decoy", goesHome: true }], locked).state;
    const { effects } = play(
      [{ type: "recording-starting" }, started, { type: "app-left" }],
      decoy,
    );
    expect(toasts(effects)).toEqual([]);
  });

  test("an emergency ended in another tab ends here, one of another name does not", () => {
    expect(play([{ type: "ended-elsewhere", id: "x" }], locked).state).toBe(locked);
    const { state, types } = play([{ type: "ended-elsewhere", id: trigger.id }], locked);
    expect(state.emergency).toBeNull();
    expect(types).toContain("stop-recording");
    expect(types).not.toContain("keep");
  });
});

describe("another tab", () => {
  const emergencyOf = (state: EmergencyState) => {
    if (state.emergency === null) throw new Error("No emergency is on.");
    return state.emergency;
  };
  const before = play([begun, started]).state;

  test("that knows less takes nothing back", () => {
    const further = play(
      [
        { type: "message-requested", phoneNumber: "+61400000002" },
        { type: "app-left" },
        { type: "unlocked", meaning: "decoy", goesHome: true },
      ],
      before,
    ).state;
    const slower: EmergencyEvent = { type: "restored", emergency: emergencyOf(before) };
    expect(play([slower], further).state.emergency).toEqual(further.emergency);
  });

  test("that knows more is believed, and its decoy frees this page too", () => {
    const theirs = { ...emergencyOf(before), isDecoy: true };
    const { state, types } = play([{ type: "restored", emergency: theirs }], before);
    expect(state.emergency?.isDecoy).toBe(true);
    expect(types).toEqual(["release-page"]);
  });

  test("that has not heard of the end does not bring the emergency back", () => {
    const ended = play([{ type: "unlocked", meaning: "own", goesHome: false }], before).state;
    const late: EmergencyEvent = { type: "restored", emergency: emergencyOf(before) };
    expect(play([late], ended).state.emergency).toBeNull();
  });

  test("whose emergency was first is followed, and sends its own message", () => {
    const theirs = { ...emergencyOf(before), id: "first" };
    const { state, types } = play(
      [{ type: "restored", emergency: theirs }, { type: "message-due" }],
      before,
    );
    expect(state.emergency?.id).toBe("first");
    expect(types).not.toContain("open-message");
  });
});

describe("any sequence of events", () => {
  const menu: readonly EmergencyEvent[] = [
    begun,
    {
      type: "triggered",
      trigger: { ...trigger, id: "voice", triggeredBy: "voice", position: null },
    },
    { type: "triggered", trigger: { ...trigger, id: "test", kind: "test" } },
    { type: "position-found", position: place },
    { type: "position-failed" },
    { type: "recording-starting" },
    started,
    { type: "recording-failed", reason: "no" },
    { type: "recording-stopped", kilobytes: 4 },
    { type: "evidence-changed", isKept: false },
    { type: "message-due" },
    { type: "gesture-expired" },
    { type: "message-requested", phoneNumber: "+61400000001" },
    { type: "message-requested", phoneNumber: "nobody" },
    { type: "app-left" },
    { type: "launch-unseen" },
    { type: "message-confirmed", phoneNumber: "+61400000002" },
    { type: "unlocked", meaning: "decoy", goesHome: true },
    { type: "unlocked", meaning: "own", goesHome: true },
    { type: "unlocked", meaning: "demo", goesHome: false },
    { type: "ended-elsewhere", id: "voice" },
  ];

  test("keeps the promises: written first, recorded until ended, one launch for each tap", () => {
    let seed = 20_261_121;
    const random = () => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return seed / 2_147_483_648;
    };
    for (let round = 0; round < 100; round += 1) {
      let state = CALM;
      let recordings = 0;
      for (let count = 0; count < 60; count += 1) {
        const event = menu[Math.floor(random() * menu.length)] ?? begun;
        const before = state;
        const { state: after, effects } = next(before, event);
        const types = effects.map((effect) => effect.type);
        recordings += types.includes("start-recording") ? 1 : 0;
        recordings -= types.includes("stop-recording") ? 1 : 0;
        expect(recordings).toBe(after.emergency === null ? 0 : 1);
        expect(types.filter((type) => type === "open-message").length).toBeLessThanOrEqual(1);
        if (types.includes("keep")) {
          expect(types[0]).toBe("keep");
        }
        if (types.includes("open-message") && event.type !== "message-requested") {
          expect(after.emergency?.location).not.toBeNull();
          expect(before.mayOpen).toBe(true);
        }
        if (before.emergency !== null && after.emergency === null) {
          expect(event.type === "unlocked" || event.type === "ended-elsewhere").toBe(true);
        }
        if (after.emergency !== null && before.emergency?.id === after.emergency.id) {
          expect(notified(after.emergency).length).toBeGreaterThanOrEqual(
            notified(before.emergency).length,
          );
        }
        state = after;
      }
    }
  });
});
