/** Claims about events that come late: what belongs to one emergency never touches another. */
import { describe, expect, test } from "vitest";
import { next } from "./machine.ts";
import { begun, kept, type OwnedEvent, own, play, started, trigger, typed } from "./stories.ts";

const closed = { stored: 7_000, unsaved: 0, isOffered: true };

/** One event of each type that belongs to an emergency; a new type does not compile without its example. */
const examples: {
  readonly [T in OwnedEvent["type"]]: Omit<Extract<OwnedEvent, { type: T }>, "emergencyId">;
} = {
  "alarm-due": { type: "alarm-due", alarms: 1, at: 1_000 },
  "ended-elsewhere": { type: "ended-elsewhere", endedAt: 9e15, at: 1_000 },
  "end-seen": { type: "end-seen" },
  "end-hidden": { type: "end-hidden" },
  "pin-sealed": { type: "pin-sealed", ownPin: "old" },
  "state-kept": { type: "state-kept", sequence: 0 },
  "lock-opened": { type: "lock-opened" },
  "risk-changed": { type: "risk-changed", isAtRisk: true },
  "screen-changed": { type: "screen-changed", isKeptOn: false },
  "message-requested": { type: "message-requested", phoneNumber: "+61400000001", hasPlace: true },
  "launch-unclear": { type: "launch-unclear", phoneNumber: "+61400000001" },
  "launch-answered": { type: "launch-answered", phoneNumber: "+61400000001", hasOpened: true },
  "app-left": { type: "app-left" },
  "message-confirmed": { type: "message-confirmed", phoneNumber: "+61400000001" },
  "message-copied": { type: "message-copied", isCopied: true },
  "text-taken": { type: "text-taken", hasPlace: true },
  "text-copied": { type: "text-copied", text: "Send help" },
  "recording-starting": { type: "recording-starting" },
  "recording-elsewhere": { type: "recording-elsewhere" },
  "recording-started": { type: "recording-started", id: "old" },
  "recording-failed": { type: "recording-failed", reason: "old" },
  "recording-stopped": { type: "recording-stopped", closed },
  "evidence-changed": { type: "evidence-changed", isKept: false },
  "sound-written": { type: "sound-written", isKept: true, level: 0.5 },
  "sound-elsewhere": { type: "sound-elsewhere", level: 0.5 },
  "sound-overdue": { type: "sound-overdue", count: 1 },
  "microphone-asked": { type: "microphone-asked" },
  overdue: { type: "overdue", kind: "test", what: "disk" },
  "answer-overdue": { type: "answer-overdue", kind: "test" },
  "gesture-expired": { type: "gesture-expired", kind: "test" },
  "launch-unseen": { type: "launch-unseen", launch: 1 },
  "practice-copy-due": { type: "practice-copy-due" },
  "practice-list-due": { type: "practice-list-due" },
  "closed-toast-due": { type: "closed-toast-due", closed },
};

const ended = play([begun, typed("own")]).state;
const nextTrigger = { ...trigger, id: "next", kind: "test" as const };
/** The next emergency, when it has just begun. */
const beginning = play([{ type: "triggered", trigger: nextTrigger }], ended).state;
/** The next emergency, while its message is being opened. */
const opening = play(
  [
    own({ type: "state-kept", sequence: 0 }, "next"),
    own({ type: "recording-started", id: "r2" }, "next"),
    own({ type: "sound-written", isKept: true, level: 0.5 }, "next"),
  ],
  beginning,
).state;

/** The next emergency, while the person is asked whether the messages app opened. */
const asking = play(
  [own({ type: "launch-unclear", phoneNumber: "+61400000001" }, "next")],
  opening,
).state;

/** The next emergency, behind the heart monitor. */
const hidden = play([
  { type: "triggered", trigger: { ...trigger, id: "next", isDisguised: true } },
]).state;

describe.each(Object.values(examples))("$type, left over from the emergency before", (event) => {
  test.each([
    ["an emergency that has just begun", beginning],
    ["an emergency whose message is being opened", opening],
    ["an emergency that asks whether it opened", asking],
    ["an emergency behind the heart monitor", hidden],
  ])("changes nothing in %s and asks for nothing", (_name, state) => {
    const step = next(state, own(event));
    expect(step.state).toBe(state);
    expect(step.effects).toEqual([]);
  });
});

test("these states are ones that such events would change, if they were of this emergency", () => {
  const unchanged = Object.values(examples).filter((event) =>
    [beginning, opening, asking, hidden].every((state) => {
      const step = next(state, own(event, "next"));
      return step.effects.length === 0 && step.state === state;
    }),
  );
  // The screen after an emergency and the toast about its recording are for a page without one.
  expect(unchanged.map(({ type }) => type)).toEqual(["end-seen", "end-hidden", "closed-toast-due"]);
});

test("the toast about a saved recording is not shown for one that ended before the last", () => {
  const again = play([typed("own", { typedIn: "next" })], beginning);
  const late = own({ type: "closed-toast-due", closed });
  expect(next(again.state, late).effects).toEqual([]);
});

test.each(["own", "demo", "decoy"] as const)(
  "a code typed in the emergency before (%s) unlocks nothing of the next one",
  (code) => {
    for (const state of [beginning, opening, asking, hidden]) {
      const after = play([typed(code)], state);
      expect(after.state).toBe(state);
      expect(after.types.filter((type) => type !== "give-tries-back")).toEqual([]);
    }
  },
);

test("a page that never had an emergency hears nothing of any", () => {
  for (const event of Object.values(examples)) {
    const calm = play([]).state;
    expect(next(calm, own(event))).toEqual({ state: calm, effects: [] });
  }
});

test("events of the emergency that is on are heard", () => {
  expect(play([begun, kept, started]).types).toContain("open-message");
});
