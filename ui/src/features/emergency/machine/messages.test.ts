/** Claims about the emergency machine: when a message opens and what is said of it. */
import { describe, expect, test } from "vitest";
import { emergencyMessages, recordingMessages } from "#content/messages.ts";
import type { EmergencyEvent } from "./state.ts";
import { lacksPlace, notified } from "./steps.ts";
import { begun, place, play, started, toasts, trigger } from "./stories.ts";

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

  test("that was opened without the place lacks it once it is known, until it is opened again", () => {
    const first = "+61400000001";
    const opening = [
      { type: "message-requested", phoneNumber: first },
      { type: "app-left" },
    ] as const;
    const lost: EmergencyEvent = { type: "triggered", trigger: { ...trigger, position: null } };
    const lacking = (from: ReturnType<typeof play>) => {
      const { emergency } = from.state;
      return emergency?.messages.map((message) => lacksPlace(emergency, message));
    };
    const opened = play([lost, ...opening]);
    expect(lacking(opened)).toEqual([false, false]);
    const found = play([{ type: "position-found", position: place }], opened.state);
    expect(lacking(found)).toEqual([true, false]);
    expect(lacking(play(opening, found.state))).toEqual([false, false]);
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
