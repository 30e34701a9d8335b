/** Claims about what guardians are told of an emergency. */
import { describe, expect, test } from "vitest";
import type { EmergencyEvent } from "./state.ts";
import { begun, kept, play, started, trigger, typed } from "./stories.ts";

const practice = { type: "triggered", trigger: { ...trigger, kind: "test" as const } } as const;

/** What the guardians are told when these happen. */
const told = (...events: EmergencyEvent[]) =>
  play(events).effects.flatMap((effect) =>
    effect.type === "tell-guardians" ? [[effect.what, effect.kind]] : [],
  );

describe("guardians are told", () => {
  test("of a trigger, after the recorder was asked to start", () => {
    expect(told(begun)).toEqual([["started", "real"]]);
    const { types } = play([begun]);
    expect(types.indexOf("tell-guardians")).toBeGreaterThan(types.indexOf("start-recording"));
  });

  test("of a test as of a test, and again when it becomes real", () => {
    expect(told(practice)).toEqual([["started", "test"]]);
    expect(told(practice, begun)).toEqual([
      ["started", "test"],
      ["started", "real"],
    ]);
  });

  test("once of a trigger that is repeated", () => {
    expect(told(begun, { type: "triggered", trigger: { ...trigger, id: "other" } })).toHaveLength(
      1,
    );
  });

  test.each([
    ["real", "own", "ended"],
    ["real", "decoy", "opened"],
    ["real", "demo", "opened"],
    ["test", "own", "ended"],
    ["test", "demo", "ended"],
  ] as const)("of a %s emergency after the %s code that it was %s", (kind, code, what) => {
    const first = kind === "real" ? begun : practice;
    const lastCall = kind === "real" ? trigger : null;
    expect(told(first, kept, started, typed(code, { lastCall })).at(-1)).toEqual([what, kind]);
  });

  test("of the public code and then of the end, and of the public code once", () => {
    expect(told(begun, typed("decoy"), typed("decoy"), typed("own"))).toEqual([
      ["started", "real"],
      ["opened", "real"],
      ["ended", "real"],
    ]);
  });

  test("by a page that finds the emergency, because the one before may have been killed too early", () => {
    const { emergency } = play([begun, typed("decoy")]).state;
    if (emergency === null) throw new Error("It goes on.");
    expect(told({ type: "restored", from: "database", emergency })).toEqual([
      ["started", "real"],
      ["opened", "real"],
    ]);
    const again = { ...trigger, id: "again", at: trigger.at + 60_000 };
    const twice = play([begun, { type: "triggered", trigger: again }]).state.emergency;
    if (twice === null) throw new Error("It goes on.");
    expect(told({ type: "restored", from: "database", emergency: twice })).toEqual([
      ["started", "real"],
      ["again", "real"],
    ]);
  });
});
