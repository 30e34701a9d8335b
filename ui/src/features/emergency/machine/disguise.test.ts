/** Claims about an emergency that leaves the heart monitor on the screen, because the person chose so. */
import { describe, expect, test } from "vitest";
import { emergencyMessages } from "#content/messages.ts";
import { needsFirstTap } from "./messages.ts";
import { heard, kept, own, place, play, started, toasts, trigger, typed } from "./stories.ts";

const voice = { ...trigger, triggeredBy: "voice" as const, mayOpen: false };
const disguised = { type: "triggered", trigger: { ...voice, isDisguised: true } } as const;
const opened = own({ type: "lock-opened" });
const button = { type: "triggered", trigger: { ...trigger, id: "b" } } as const;
const going = play([disguised, kept, started, heard]).state;

describe("a disguised emergency", () => {
  test("records, follows the place and keeps the screen on, and holds no page", () => {
    const { types, state } = play([disguised]);
    expect(types).toEqual([
      "keep",
      "start-recording",
      "tell-guardians",
      "follow-position",
      "keep-screen-on",
    ]);
    expect(state.emergency).toMatchObject({ isDisguised: true, kind: "real" });
  });

  test("says nothing, whatever happens, until its lock is open", () => {
    const { effects } = play(
      [
        kept,
        started,
        heard,
        { type: "position-found", position: { ...place, accuracy: 5 } },
        { type: "position-failed" },
        own({ type: "recording-failed", reason: "denied" }),
        own({ type: "evidence-changed", isKept: false }),
        own({ type: "screen-changed", isKeptOn: false }),
        own({ type: "message-confirmed", phoneNumber: "+61400000001" }),
        heard,
        {
          type: "restored",
          from: "database",
          emergency: going.emergency as NonNullable<typeof going.emergency>,
        },
      ],
      play([disguised]).state,
    );
    expect(toasts(effects)).toEqual([]);
    expect(effects.map(({ type }) => type)).not.toContain("hold-page");
  });

  test("shows its lock when the person opens it, with the first message still to be sent by a tap", () => {
    const { state, types } = play([opened], going);
    expect(types).toEqual(["keep", "hold-page", "ask-openly"]);
    expect(state.emergency?.isDisguised).toBe(false);
    expect(needsFirstTap(state)).toBe(true);
    expect(play([opened], state).types).toEqual([]);
  });

  test("shows its lock at the button, and not at another word or shake", () => {
    expect(play([button], going).state.emergency).toMatchObject({
      id: trigger.id,
      isDisguised: false,
    });
    const { state, types } = play([disguised], going);
    expect([state.emergency, types]).toEqual([going.emergency, ["keep"]]);
  });

  test("stays hidden and on at the demo PIN, and is ended by the own one", () => {
    for (const code of ["decoy", "demo"] as const) {
      const { state, effects } = play([typed(code)], going);
      expect([state, effects.filter(({ type }) => type !== "give-tries-back")]).toEqual([
        going,
        [],
      ]);
    }
    const right = play([typed("own", { lastCall: going.call })], going);
    expect(right.state.emergency).toBeNull();
    expect(toasts(right.effects)).toEqual([emergencyMessages.resolved]);
  });

  test("that was a test on the lock screen before lets the page go", () => {
    const test = play([{ type: "triggered", trigger: { ...trigger, kind: "test" } }]).state;
    const { state, types } = play([disguised], test);
    expect(state.emergency).toMatchObject({ kind: "real", isDisguised: true });
    expect(types).toContain("release-page");
  });
});

test("a disguised emergency that ended in another tab says nothing of its recording here", () => {
  const closed = { stored: 3, unsaved: 0, isOffered: false };
  const end = [
    own({ type: "ended-elsewhere", endedAt: 9e15, at: 0 }),
    own({ type: "recording-stopped", closed }),
  ];
  const { effects, state } = play(end, going);
  expect(effects.map(({ type }) => type)).not.toContain("wait");
  expect(toasts(effects)).toEqual([]);
  expect(state.recording.phase).toBe("off");
});

describe("two tabs", () => {
  const theirs = going.emergency as NonNullable<typeof going.emergency>;

  test("are disguised together, and show the lock together", () => {
    const other = play([{ type: "restored", from: "database", emergency: theirs }]).state;
    expect(other.emergency).toMatchObject({ isDisguised: true });
    const shown = { ...theirs, isDisguised: false };
    const { state, types } = play(
      [{ type: "restored", from: "database", emergency: shown }],
      other,
    );
    expect(state.emergency).toMatchObject({ isDisguised: false });
    expect(types).toEqual(["hold-page", "ask-openly"]);
    expect(
      play([{ type: "restored", from: "database", emergency: theirs }], state).state.emergency,
    ).toMatchObject({
      isDisguised: false,
    });
  });
});
