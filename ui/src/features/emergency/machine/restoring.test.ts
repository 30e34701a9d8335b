/** Claims about what is stored: what local storage alone has, and what the database says of it. */
import { describe, expect, test } from "vitest";
import type { Emergency, EmergencyEvent } from "./state.ts";
import { begun, kept, own, play, trigger, typed } from "./stories.ts";

/** No emergency is on by the database. */
const ended = {
  type: "ends-known",
  endedId: null,
  lastEnd: 0,
  from: "database",
  wasOn: null,
  isOwnEnd: false,
  joined: [],
  endedAt: 9e15,
  at: 0,
} as const;

describe("an emergency that local storage has and the database was not asked about", () => {
  const theirs = { ...play([begun]).state.emergency, id: "earlier", sequence: 5 } as Emergency;
  const other = { ...theirs, id: "another", sequence: 6 };
  const mirrored = {
    type: "restored",
    from: "mirror",
    emergency: theirs,
  } as const satisfies EmergencyEvent;
  const confirmed: EmergencyEvent = { type: "restored", from: "database", emergency: theirs };

  test("shows its lock, and neither records nor tells anybody", () => {
    const { state, types } = play([mirrored]);
    expect(state.emergency?.id).toBe("earlier");
    expect(types).toEqual(["hold-page"]);
  });

  test("goes on once the database confirms it", () => {
    const { state, types } = play([confirmed], play([mirrored]).state);
    expect(state.isConfirmed).toBe(true);
    expect(types).toEqual([
      "start-recording",
      "tell-guardians",
      "follow-position",
      "keep-screen-on",
    ]);
    expect(play([confirmed], state).types).toEqual([]);
  });

  test("gives way to the one that the database has", () => {
    for (const kind of ["real", "test"] as const) {
      const event = { ...confirmed, emergency: { ...theirs, id: "other", kind } };
      const { state, effects } = play([event, event], play([mirrored]).state);
      expect(state.emergency).toMatchObject({ id: "other", kind });
      expect(effects).toContainEqual({
        type: "start-recording",
        emergencyId: "other",
        isResumed: true,
      });
      expect(JSON.stringify(effects)).not.toContain("earlier");
    }
  });

  test("is over without a word when the database knows of its end, or of a later one", () => {
    for (const lastEnd of [5, 9]) {
      const { state, types } = play([mirrored, { ...ended, lastEnd }]);
      expect(state.emergency).toBeNull();
      expect(types).not.toContain("start-recording");
      expect(types).not.toContain("tell-guardians");
    }
  });

  test("is shown as it was when local storage says the same again, and gives way to no other that local storage has", () => {
    const { state, types } = play([mirrored, mirrored, { ...mirrored, emergency: other }]);
    expect(state.emergency).toEqual(theirs);
    expect(types).toEqual(["hold-page"]);
  });

  test("does not take the place of one that began here", () => {
    expect(play([begun, mirrored]).state.emergency?.id).toBe(trigger.id);
  });

  test("is over when local storage has its end, of which the database may not have heard", () => {
    const end: EmergencyEvent = { ...ended, lastEnd: 5, from: "mirror" };
    const { state } = play([mirrored, end]);
    expect(state).toMatchObject({ emergency: null, isRead: false });
  });

  test("leaves a call for help to one of its own, which an end of the earlier one does not touch", () => {
    const { state, types } = play([mirrored, begun]);
    expect(state.emergency).toMatchObject({ id: trigger.id, alarms: 1 });
    expect(types).toContain("start-recording");
    expect(types).toContain("tell-guardians");
    const after = play([{ ...ended, endedId: "earlier", lastEnd: 5 }], state);
    expect(after.state.emergency?.id).toBe(trigger.id);
    expect(after.types).toEqual([]);
  });

  describe("and that a code ends before the database answers", () => {
    const end = typed("own", { typedIn: "earlier", lastCall: null });
    const { state, types } = play([mirrored, end]);
    const told = {
      ...{ type: "tell-guardians", emergencyId: "earlier", kind: "real", what: "ended" },
      endedAt: end.typedAt,
    };

    test("tells nobody yet, nor when local storage is asked again", () => {
      expect(state.emergency).toBeNull();
      expect(types).not.toContain("tell-guardians");
      expect(play([{ ...ended, from: "mirror" }], state).effects).toEqual([]);
    });

    test("tells it once, when the database still had it as on", () => {
      const answer: EmergencyEvent = { ...ended, endedId: "earlier", wasOn: "earlier" };
      expect(play([answer, answer], state).effects).toEqual([told]);
    });

    test("tells guardians only what they know the beginning of, when the database did not have it as on", () => {
      for (const wasOn of [null, "another"]) {
        const late: EmergencyEvent = { ...ended, wasOn: "earlier" };
        const { effects } = play([{ ...ended, wasOn }, late], state);
        expect(effects).toMatchObject([{ what: "ended", needsBeginning: true }]);
      }
    });
  });

  test("and that a public code hides tells what happened once the database confirms it", () => {
    const decoy = typed("decoy", { typedIn: "earlier" });
    const hidden = play([mirrored, decoy]);
    expect(hidden.types).not.toContain("tell-guardians");
    const { effects } = play([confirmed], hidden.state);
    const what = effects.flatMap((effect) =>
      effect.type === "tell-guardians" ? [effect.what] : [],
    );
    expect(what).toEqual(["started", "opened"]);
  });

  test("does not end one that began after the last end", () => {
    const earlierEnd: EmergencyEvent = { ...ended, lastEnd: 4 };
    expect(play([mirrored, earlierEnd]).state.emergency?.id).toBe("earlier");
    expect(play([begun, earlierEnd]).types).not.toContain("stop-recording");
  });
});

test("an emergency has the sequence that the disk gave it, and the mirror learns of that once", () => {
  const raised = own({ type: "state-kept", sequence: 9_001 });
  const { state, types } = play([raised], play([begun]).state);
  expect(state).toMatchObject({ emergency: { sequence: 9_001 }, newest: 9_001 });
  expect(types).toEqual(["keep"]);
  expect(play([raised, kept], state)).toMatchObject({
    state: { emergency: state.emergency },
    types: [],
  });
});

test("an emergency is above every one that the page knows of, also where the clock was set back", () => {
  const known: EmergencyEvent = { ...ended, lastEnd: 9_000 };
  expect(play([known, begun]).state.emergency?.sequence).toBe(9_001);
  expect(play([begun]).state.emergency?.sequence).toBe(trigger.at);
  // A tap may come before the database was read.
  expect(play([begun, known]).state.emergency?.id).toBe(trigger.id);
});

describe("another tab's emergency that was stored first", () => {
  const first = { ...play([begun]).state.emergency, id: "first", triggeredAt: 0 } as Emergency;
  const found = (emergency: Emergency): EmergencyEvent => ({
    type: "restored",
    from: "database",
    emergency,
  });

  test("as a test takes nothing from a real one, which the disk makes of both", () => {
    const { state, effects } = play([begun, found({ ...first, kind: "test" })]);
    expect(state.emergency).toMatchObject({ id: trigger.id, kind: "real" });
    const both = { ...(state.emergency as Emergency), id: "first" };
    const after = play([found(both)], state);
    const emergency = { ...both, joined: [trigger.id] };
    expect(after.state).toMatchObject({ emergency, awaits: state.awaits });
    expect(after.effects).toEqual([{ type: "adopt", emergencyId: "first" }]);
    expect(effects).not.toContainEqual({ type: "adopt", emergencyId: "first" });
  });

  test("hears of a call for help that came later, and of none that is the same call", () => {
    const told = { type: "tell-guardians", emergencyId: "first", kind: "real" };
    const again = { ...told, what: "again", alarmedAt: trigger.at };
    const later = play(
      [found({ ...first, alarmedAt: trigger.at - 60_000, calledAt: trigger.at - 60_000 })],
      play([begun]).state,
    );
    expect(later.effects.slice(1)).toEqual([{ type: "keep" }, again]);
    // A code that was typed before the call does not end it.
    const { at } = trigger;
    expect(later.state.emergency).toMatchObject({
      ...{ id: "first", alarms: 2, alarmedAt: at, calledAt: at },
    });
    const same = play([found({ ...first, alarmedAt: trigger.at - 500 })], play([begun]).state);
    expect(same.effects).toEqual([{ type: "adopt", emergencyId: "first" }]);
  });
});

describe("an end by the own PIN that a page finds", () => {
  const found: EmergencyEvent = { ...ended, endedId: "earlier", isOwnEnd: true, endedAt: 5 };
  const told = {
    ...{ type: "tell-guardians", emergencyId: "earlier", kind: "real", what: "ended" },
    ...{ endedAt: 5, needsBeginning: true },
  };

  test("is told once, where guardians know the beginning and not the end", () => {
    expect(play([{ ...found, from: "mirror" }, found, found]).effects).toEqual([told]);
  });

  test("is told where local storage had it as on, and where help was called for before the database was read", () => {
    const theirs = { ...play([begun]).state.emergency, id: "earlier" } as Emergency;
    const mirrored: EmergencyEvent = { type: "restored", from: "mirror", emergency: theirs };
    expect(play([mirrored, found]).effects).toContainEqual(told);
    expect(play([begun, found]).effects).toContainEqual(told);
  });

  test("is the end of each emergency that gave way to it, except for one that goes on here", () => {
    const joined: EmergencyEvent = { ...found, endedId: trigger.id, joined: ["earlier"] };
    const here = play([begun, kept, typed("own")]).state;
    expect(play([{ ...joined, from: "mirror" }], here).effects).toEqual([]);
    expect(play([joined], here).effects).toEqual([told]);
    const earlier: EmergencyEvent = { type: "triggered", trigger: { ...trigger, id: "earlier" } };
    expect(play([earlier, joined]).effects).not.toContainEqual(told);
    expect(play([{ ...joined, isOwnEnd: false }], here).effects).toEqual([]);
  });

  test("is not told where another code ended it, nor where it ended on this page", () => {
    expect(play([{ ...found, isOwnEnd: false }]).effects).toEqual([]);
    const here = play([begun, kept, typed("own")]).state;
    expect(play([{ ...found, endedId: trigger.id }], here).effects).toEqual([]);
  });
});
