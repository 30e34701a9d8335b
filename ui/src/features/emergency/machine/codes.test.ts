/** Claims about what a typed code means, and what becomes of the tries. */
import { describe, expect, test } from "vitest";
import { givesTriesBack, meaningOf, type PinMeaning } from "./codes.ts";
import { begun, heard, own, play, started, toasts, trigger, typed } from "./stories.ts";

const right = { hasOwnPin: true, isOwn: true, isDemo: false };
const demo = { ...right, isOwn: false, isDemo: true };
const other = { ...right, isOwn: false };
const practice = { type: "triggered", trigger: { ...trigger, kind: "test" as const } } as const;

describe("with an own PIN", () => {
  test("that PIN unlocks, the demo PIN is a decoy, and anything else is wrong", () => {
    const meanings = [right, demo, other].map((facts) => meaningOf(facts, "real"));
    expect(meanings).toEqual(["own", "decoy", "wrong"]);
  });

  test("the demo PIN unlocks a test", () => {
    expect(meaningOf(demo, "test")).toBe("demo");
  });

  test("the demo PIN is a decoy too where no emergency is on", () => {
    expect(meaningOf(demo, null)).toBe("decoy");
  });

  test("that a new configuration made the demo PIN is no secret, and unlocks as a demo", () => {
    expect(meaningOf({ ...right, isDemo: true }, "real")).toBe("demo");
  });
});

test("without an own PIN the demo PIN unlocks, and nothing else", () => {
  expect(meaningOf({ ...demo, hasOwnPin: false }, "real")).toBe("demo");
  expect(meaningOf({ ...other, hasOwnPin: false }, "real")).toBe("wrong");
});

test("only the own PIN gives tries back, and the demo PIN where there is no other", () => {
  const meanings: readonly PinMeaning[] = ["own", "demo", "decoy", "wrong"];
  expect(meanings.filter((meaning) => givesTriesBack(meaning, true))).toEqual(["own"]);
  expect(meanings.filter((meaning) => givesTriesBack(meaning, false))).toEqual(["own", "demo"]);
});

describe("a code that is tried", () => {
  test("means what it means in the emergency that a test has become meanwhile", () => {
    const ended = play([practice, typed("decoy", { lastCall: null })]);
    expect(ended.state.emergency).toBeNull();
    const real = play([practice, begun, typed("decoy")]);
    expect(real.state.emergency).toMatchObject({ kind: "real", isDecoy: true });
    for (const { types } of [ended, real]) expect(types).not.toContain("give-tries-back");
  });

  test.each([
    ["no emergency", null],
    ["another emergency", "before"],
  ])("in %s unlocks nothing of the one that began meanwhile", (_name, typedIn) => {
    for (const code of ["own", "demo", "decoy"] as const) {
      const { state } = play([begun]);
      expect(play([typed(code, { typedIn })], state).state).toBe(state);
    }
  });

  test("gives the tries back without an emergency too, where it is the person's", () => {
    const typesAfter = (code: "own" | "demo" | "decoy") =>
      play([typed(code, { typedIn: null })]).types;
    expect([typesAfter("own"), typesAfter("demo"), typesAfter("decoy")]).toEqual([
      ["give-tries-back"],
      ["give-tries-back"],
      [],
    ]);
  });
});

describe("unlocking", () => {
  const locked = play([begun, started]).state;
  const unlocked = (code: "own" | "decoy") => typed(code, { goesHome: true });

  test("with the own PIN ends everything and leads home", () => {
    const { state, types } = play([unlocked("own")], locked);
    expect(state.emergency).toBeNull();
    expect(types).toEqual([
      "keep",
      "stop-recording",
      "leave-position",
      "release-wake-lock",
      "release-page",
      "tell-guardians",
      "toast",
      "go-home",
      "give-tries-back",
    ]);
  });

  test("with the demo PIN as a decoy frees the page and stops nothing", () => {
    const { state, types } = play([unlocked("decoy")], locked);
    expect(types).toEqual(["keep", "release-page", "tell-guardians"]);
    expect(state.emergency?.isDecoy).toBe(true);
    expect(state.recording).toEqual({ phase: "on", id: "r1" });
  });

  test("after a decoy unlock no toast gives the recording away", () => {
    const decoy = play([unlocked("decoy")], locked).state;
    const again = [own({ type: "recording-starting" }), started, heard, own({ type: "app-left" })];
    expect(toasts(play(again, decoy).effects)).toEqual([]);
  });
});

describe("a text that this page put on the clipboard", () => {
  const copied = own({ type: "text-copied", text: "Send help" });
  const empties = (types: readonly string[]) => types.filter((type) => type === "empty-clipboard");

  test.each([
    ["the end of a test", [practice, copied, typed("demo", { lastCall: null })]],
    ["the end of a real emergency", [begun, copied, typed("own")]],
    [
      "the end of an emergency that went on behind a decoy",
      [begun, copied, typed("decoy"), typed("own")],
    ],
    ["the end of a test that became real", [practice, copied, begun, typed("own")]],
  ])("is taken off it by %s, once", (_what, events) => {
    const after = play(events);
    expect([empties(after.types), after.state.copied]).toEqual([["empty-clipboard"], null]);
    expect(empties(play([typed("own")], after.state).types)).toEqual([]);
  });

  test("is left by a code that unlocks nothing, and nothing is taken that the app did not copy", () => {
    for (const events of [
      [begun, copied, typed("own", { typedIn: "before" })],
      [begun, copied, { ...typed("own"), isOwn: false }],
      [begun, typed("own")],
      [begun, own({ type: "text-taken", hasPlace: true }), typed("own")],
      [begun, copied, { type: "copied-otherwise" } as const, typed("own")],
      // The phone may show that the clipboard changed.
      [begun, copied, typed("decoy")],
    ]) {
      expect(empties(play(events).types)).toEqual([]);
    }
  });
});
