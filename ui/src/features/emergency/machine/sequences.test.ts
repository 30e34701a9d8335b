/** Claims about the emergency machine that hold for any sequence of events. */
import { describe, expect, test } from "vitest";
import { isInMemory } from "./after-rules.ts";
import { next } from "./machine.ts";
import { openedMessages } from "./messages.ts";
import { type EmergencyEvent, IDLE, isHidden } from "./state.ts";
import { begun, own, place, realEmergency, trigger, typed } from "./stories.ts";

/** Whether an event is an end that came before a call for help, or of which that is not known and that was heard of right after it. */
function isEndBefore(event: EmergencyEvent, callAt: number): boolean {
  if (event.type !== "ended-elsewhere" && event.type !== "ends-known") return false;
  const { endedAt, at } = event;
  return endedAt <= callAt || (endedAt > at && callAt <= at && at - callAt < 1_000);
}

/** An emergency as another page has stored it, with nothing sent. */
const stored = {
  ...realEmergency,
  ownPin: trigger.ownPin,
  messages: trigger.contacts.map((contact) => ({
    ...contact,
    ...({ status: "prepared", hadPlace: false, alarm: 0, told: "nothing" } as const),
  })),
};

describe("any sequence of events", () => {
  /** Events of three emergencies, so that those of one meet the others. */
  const menu: readonly EmergencyEvent[] = [
    begun,
    {
      type: "triggered",
      trigger: { ...trigger, id: "voice", triggeredBy: "voice", position: null },
    },
    { type: "triggered", trigger: { ...trigger, id: "test", kind: "test" } },
    { type: "triggered", trigger: { ...trigger, id: "again", at: trigger.at + 5_000 } },
    {
      type: "triggered",
      trigger: { ...trigger, id: "shake", triggeredBy: "shake", isDisguised: true },
    },
    { type: "position-found", position: place },
    { type: "position-failed" },
    { type: "copied-otherwise" },
    ...[trigger.id, "voice", "test"].flatMap((id) => [
      own({ type: "state-kept", sequence: 0 }, id),
      own({ type: "overdue", kind: "real", what: "disk" }, id),
      own({ type: "overdue", kind: "real", what: "recorder" }, id),
      own({ type: "recording-starting" }, id),
      own({ type: "recording-elsewhere" }, id),
      own({ type: "recording-started", id: "r1" }, id),
      own({ type: "recording-failed", reason: "no" }, id),
      own({ type: "recording-stopped", closed: { stored: 4, unsaved: 0, isOffered: true } }, id),
      own({ type: "recording-stopped", closed: { stored: 0, unsaved: 4, isOffered: false } }, id),
      own({ type: "evidence-changed", isKept: false }, id),
      own({ type: "risk-changed", isAtRisk: true }, id),
      own({ type: "sound-written", isKept: true, level: 0.5 }, id),
      own({ type: "sound-elsewhere", level: 0 }, id),
      own({ type: "sound-overdue", count: 1 }, id),
      own({ type: "microphone-asked" }, id),
      own({ type: "answer-overdue", kind: "real" }, id),
      own({ type: "gesture-expired", kind: "real" }, id),
      own({ type: "message-requested", phoneNumber: "+61400000001", hasPlace: true }, id),
      own({ type: "message-requested", phoneNumber: "nobody", hasPlace: true }, id),
      own({ type: "app-left" }, id),
      own({ type: "launch-unclear", phoneNumber: "+61400000001" }, id),
      own({ type: "launch-answered", phoneNumber: "+61400000001", hasOpened: false }, id),
      own({ type: "launch-unseen", launch: 1 }, id),
      own({ type: "message-confirmed", phoneNumber: "+61400000002" }, id),
      own({ type: "text-taken", hasPlace: true }, id),
      own({ type: "text-copied", text: "Send help" }, id),
      own({ type: "message-copied", isCopied: true }, id),
      own({ type: "alarm-due", alarms: 1, at: trigger.at + 20_000 }, id),
      own({ type: "lock-opened" }, id),
      own({ type: "pin-sealed", ownPin: trigger.ownPin }, id),
      own({ type: "screen-changed", isKeptOn: false }, id),
      own({ type: "practice-copy-due" }, id),
      own({ type: "practice-list-due" }, id),
      own({ type: "closed-toast-due", closed: { stored: 4, unsaved: 0, isOffered: true } }, id),
      own({ type: "end-seen" }, id),
      own({ type: "end-hidden" }, id),
      typed("decoy", { typedIn: id, goesHome: true }),
      typed("decoy", { typedIn: null }),
    ]),
    typed("own", { goesHome: true }),
    typed("own", { typedAt: trigger.at + 4_000 }),
    own({ type: "ended-elsewhere", endedAt: trigger.at + 4_000, at: trigger.at + 9_000 }),
    typed("demo", { typedIn: "test" }),
    own({ type: "ended-elsewhere", endedAt: 9e15, at: trigger.at }, "voice"),
    ...[4_900, 5_500, 6_000].map((ms) =>
      own({ type: "ended-elsewhere", endedAt: 9e15, at: trigger.at + ms }),
    ),
    // Another tab's emergency, which was first and gets another alarm; it ended before a call that met it, or after.
    ...["earlier", "voice"].flatMap((id) =>
      (["database", "mirror"] as const).map(
        (from): EmergencyEvent => ({
          type: "restored",
          from,
          emergency: { ...stored, id },
        }),
      ),
    ),
    ...[trigger.at - 1, trigger.at + 4_000].map((endedAt) =>
      own({ type: "ended-elsewhere", endedAt, at: trigger.at + 5_500 }, "earlier"),
    ),
    ...[trigger.id, "voice", "again"].flatMap((endedId) =>
      (["database", "mirror"] as const).map(
        (from): EmergencyEvent => ({
          ...{ type: "ends-known", endedId, from, wasOn: trigger.id, endedAt: 9e15 },
          ...{ lastEnd: from === "mirror" ? 1 : 0, isOwnEnd: true, joined: ["earlier"] },
          at: trigger.at + 5_500,
        }),
      ),
    ),
  ];

  test("stores before it acts, records until the emergency ends, and opens one message for each tap", () => {
    let [seed, restarts] = [20_261_121, 0];
    const random = () => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return seed / 2_147_483_648;
    };
    for (let round = 0; round < 200; round += 1) {
      let state = IDLE;
      let isRecording = false;
      for (let count = 0; count < 60; count += 1) {
        const event = menu[Math.floor(random() * menu.length)] ?? begun;
        const before = state;
        const { state: after, effects } = next(before, event);
        const types = effects.map((effect) => effect.type);
        if (after.emergency !== null && isHidden(after.emergency)) {
          expect(types).not.toContain("toast");
        }
        if (types.includes("stop-recording")) isRecording = false;
        if (types.includes("start-recording")) {
          expect(isRecording).toBe(false);
          isRecording = true;
        }
        // Sound that no other place has is kept while a screen offers it, and for the next emergency.
        if (types.includes("forget-sound")) {
          expect(after.emergency).toBeNull();
          expect(after.ended?.isShown).not.toBe(true);
        }
        // Nobody is told what the screen said that was left alone, and it stays until it is read or another one begins.
        if (before.ended?.isAway) {
          const isTestHeldBack = event.type === "triggered" && event.trigger.kind === "test";
          if (after.emergency === null && !isTestHeldBack) expect(types).not.toContain("toast");
          const isOver = event.type === "end-seen" || after.emergency !== null;
          expect(after.ended?.isShown === true || isOver).toBe(true);
        }
        // The public code ends a test, and nobody asks it what becomes of sound that no other place has.
        if (before.ended?.isShown && isInMemory(before.ended.closed)) {
          expect(after.emergency?.kind).not.toBe("test");
        }
        // The clipboard is emptied in the tap of a code, and only where this page put a text there.
        if (types.includes("empty-clipboard")) {
          expect([event.type, before.copied, after.copied]).toEqual([
            "code-tried",
            "Send help",
            null,
          ]);
        }
        // By local storage alone the lock is shown, and nothing else is done.
        expect(isRecording).toBe(after.emergency !== null && after.isConfirmed);
        const surely = effects.filter(
          (one) => one.type === "tell-guardians" && !one.needsBeginning,
        );
        if (!after.isConfirmed) expect(surely).toEqual([]);
        expect(types.filter((type) => type === "open-message").length).toBeLessThanOrEqual(1);
        // What is taken over from the disk is stored there already.
        if (types.includes("keep") && event.type !== "restored") {
          expect(types[0]).toBe("keep");
        }
        if (types.includes("open-message") && event.type !== "message-requested") {
          expect(after.emergency?.location).not.toBeNull();
          expect(before.awaits).not.toBeNull();
        }
        if (before.emergency !== null && after.emergency === null) {
          expect(["code-tried", "ended-elsewhere", "ends-known"]).toContain(event.type);
          // Beside an own PIN the public code ends a test, and nothing else.
          const isPublic = event.type === "code-tried" && event.hasOwnPin && !event.isOwn;
          if (isPublic) expect(before.emergency.kind).toBe("test");
        }
        const [wasId, isId] = [before.emergency?.id, after.emergency?.id];
        const isHeardOf = event.type === "triggered" || event.type === "restored";
        if (isId !== undefined && isId !== wasId && !isHeardOf) {
          // Nothing else begins an emergency but an end before the last call for help, or just now.
          expect([isId, before.call?.kind]).toEqual([before.call?.id, "real"]);
          expect(isEndBefore(event, before.call?.at ?? 0)).toBe(true);
          expect(isId).not.toBe(after.endedId);
          restarts += 1;
        }
        // No call for help of this page ends with another emergency that ended before it.
        const isJoined = before.call !== null && before.call.id !== wasId;
        if (isJoined && event.type === "ended-elsewhere" && event.emergencyId === wasId) {
          const isBefore = event.endedAt <= (before.call?.at ?? 0);
          if (isBefore) expect([isId, after.emergency?.kind]).toEqual([before.call?.id, "real"]);
        }
        const isSame =
          before.emergency?.id === after.emergency?.id &&
          before.emergency?.kind === after.emergency?.kind;
        if (after.emergency !== null && before.emergency !== null && isSame) {
          expect(openedMessages(after.emergency).length).toBeGreaterThanOrEqual(
            openedMessages(before.emergency).length,
          );
        }
        state = after;
      }
    }
    expect(restarts).toBeGreaterThan(0);
  });
});
