/** Claims about the emergency machine: how it begins, how it ends, and what other tabs change. */
import { describe, expect, test } from "vitest";
import { emergencyMessages } from "#content/messages.ts";
import { CALM, next } from "./machine.ts";
import type { EmergencyEvent, EmergencyState } from "./state.ts";
import { begun, play, started, toasts, trigger } from "./stories.ts";

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

  test("cannot change the PIN that the database has, whatever its mirror says", () => {
    const theirs = { ...emergencyOf(before), ownPin: "482915" };
    const edited = play([{ type: "restored", emergency: { ...theirs, ownPin: "" } }]).state;
    const { state } = play([{ type: "restored", emergency: theirs }], edited);
    expect(state.emergency?.ownPin).toBe("482915");
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
