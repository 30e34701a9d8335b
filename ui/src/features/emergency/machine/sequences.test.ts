/** Claims about the emergency machine that hold for any sequence of events. */
import { describe, expect, test } from "vitest";
import { CALM, next } from "./machine.ts";
import type { EmergencyEvent } from "./state.ts";
import { notified } from "./steps.ts";
import { begun, place, started, trigger } from "./stories.ts";

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
