/** Claims about what of the settings goes along. */
import { describe, expect, test } from "vitest";
import { defaults, textLimits, transferLimits } from "#content/limits.ts";
import { DEFAULT_SETTINGS, type Settings } from "#store/settings/settings.ts";
import { wholesOf } from "#test/chance.ts";
import {
  changesBy,
  fitted,
  isNothing,
  type Kept,
  readTransfer,
  replacedBy,
  type Transferred,
  transferableOf,
  transferJson,
  unfit,
} from "./transfer-rules.ts";

const NOW = 1_800_000_000_000;
const ana = { name: "Ana", phoneNumber: "+61 400 000 001" };
const ben = { name: "Ben", phoneNumber: "0400 000 002" };
const newId = () => "new";

/** Settings of a person who changed everything. */
const full: Settings = {
  ...DEFAULT_SETTINGS,
  contacts: [
    { id: "a", ...ana },
    { id: "b", ...ben },
  ],
  safeWord: "Purple umbrella",
  wakeWordMode: "custom",
  emergencyMessage: "Come to me now.",
  staysDisguised: true,
  country: "NZ",
  pinCode: "pbkdf2-sha256:1:aa:bb",
  asksForCode: false,
  isListeningEnabled: true,
  isShakeEnabled: true,
  isShakeTried: true,
};

const arrive = (kept: Kept, now = NOW) =>
  readTransfer(transferJson(transferableOf(kept), NOW), now);
const read = (transferred: unknown) =>
  readTransfer(JSON.stringify({ madeAt: NOW, carried: transferred }), NOW).kind;

/** Settings made by chance, from a seed. */
function* chanceSettings(count: number): Generator<Settings> {
  const random = wholesOf(20_261_122);
  const letters = [..."abz ÄöÅßщ漢\u{1f600}\"\\<>&'\n\u0000\u202e\ud800", " ", " "];
  const words = (most: number) =>
    Array.from({ length: random(most) }, () => letters[random(letters.length)]).join("");
  const number = () =>
    [`+61 4${random(1e8)}`, `0${random(1e9)}`, words(20), "1", `${random(1e9)}`.repeat(4)][
      random(5)
    ] ?? "";
  for (let at = 0; at < count; at += 1) {
    yield {
      ...DEFAULT_SETTINGS,
      contacts: Array.from({ length: random(3) }, (_, index) => ({
        id: `${index}`,
        name: words(120),
        phoneNumber: number(),
      })),
      safeWord: [words(120), defaults.safeWord][random(2)] ?? "",
      emergencyMessage: [words(600), defaults.emergencyMessage][random(2)] ?? "",
      wakeWordMode: (["smart_assistant", "custom", "trained"] as const)[random(3)] ?? "custom",
      staysDisguised: random(2) === 1,
      country: ["", "NZ", words(3)][random(3)] ?? "",
    };
  }
}

test("what leaves one app arrives in the other, whatever was typed", () => {
  let arrived = 0;
  for (const settings of chanceSettings(2_000)) {
    const goes = transferableOf(settings);
    const json = transferJson(goes, NOW);
    expect(new TextEncoder().encode(json).length * 1.4).toBeLessThan(transferLimits.characters);
    if (isNothing(goes)) continue;
    expect(readTransfer(json, NOW)).toEqual({ kind: "transferred", transferred: goes });
    arrived += 1;
    // What arrived can be taken along again, and is the same.
    expect(transferableOf({ ...DEFAULT_SETTINGS, ...changesBy(goes, newId) })).toEqual(goes);
  }
  expect(arrived).toBeGreaterThan(1_000);
});

test("contacts, message, safe word, disguise and country go along, and nothing else", () => {
  const goes = transferableOf(full);
  expect(changesBy(goes, newId)).toEqual({
    contacts: [
      { id: "new", ...ana },
      { id: "new", ...ben },
    ],
    emergencyMessage: "Come to me now.",
    safeWord: "Purple umbrella",
    wakeWordMode: "custom",
    staysDisguised: true,
    country: "NZ",
  });
  expect(transferJson(goes, NOW)).not.toMatch(/pbkdf2|asksForCode|Listening|Shake|"id"/);
});

test("defaults do not go along, so that they replace nothing", () => {
  expect(transferableOf(DEFAULT_SETTINGS)).toEqual({});
  expect(isNothing(transferableOf(DEFAULT_SETTINGS))).toBe(true);
});

test("a safe word goes along without being chosen where another phrase is listened for", () => {
  const goes = transferableOf({ ...full, wakeWordMode: "trained" });
  expect(goes.safeWord).toEqual({ word: "Purple umbrella", isChosen: false });
  expect(changesBy(goes, newId)).not.toHaveProperty("wakeWordMode");
});

test("a trained phrase stays what is listened for, and the built-in phrases do not", () => {
  const goes = transferableOf(full);
  const mode = (kept: Kept) => changesBy(fitted(goes, kept), newId).wakeWordMode;
  expect(mode(DEFAULT_SETTINGS)).toBe("custom");
  expect(mode({ ...DEFAULT_SETTINGS, wakeWordMode: "trained" })).toBeUndefined();
  expect(fitted({ message: "Come" }, { wakeWordMode: "trained" })).toEqual({ message: "Come" });
});

test("what fields would refuse stays behind, and is named", () => {
  const older: Settings = {
    ...full,
    contacts: [
      { id: "a", name: "Ana", phoneNumber: "abc" },
      { id: "b", ...ben },
    ],
    emergencyMessage: "a".repeat(textLimits.message + 1),
    safeWord: "a".repeat(textLimits.phrase + 1),
  };
  expect(transferableOf(older)).toEqual({ people: [ben], staysDisguised: true, country: "NZ" });
  expect(unfit(older)).toEqual(["contact", "message", "safe-word"]);
  expect(unfit(full)).toEqual([]);
  expect(unfit(DEFAULT_SETTINGS)).toEqual([]);
});

test("a number that is saved twice goes along once", () => {
  const twice = [ana, { name: "Ana again", phoneNumber: "+61400000001" }];
  const kept = { ...DEFAULT_SETTINGS, contacts: twice };
  expect(transferableOf(kept).people).toEqual([ana]);
  expect(unfit(kept)).toEqual([]);
});

describe("the time", () => {
  test("is an hour, and not a moment more", () => {
    expect(arrive(full, NOW + transferLimits.lifetimeMs).kind).toBe("transferred");
    expect(arrive(full, NOW + transferLimits.lifetimeMs + 1).kind).toBe("too-old");
  });

  test("may not be ahead by more than clocks differ", () => {
    expect(arrive(full, NOW - transferLimits.aheadMs).kind).toBe("transferred");
    expect(arrive(full, NOW - transferLimits.aheadMs - 1).kind).toBe("too-old");
  });
});

describe("what did not come from this app", () => {
  test("is refused as a whole", () => {
    const good: Transferred = { people: [ana] };
    expect(read(good)).toBe("transferred");
    const wrong: readonly unknown[] = [
      null,
      [],
      "text",
      {},
      { ...good, pinCode: "1234" },
      { people: [] },
      { people: [ana, ben, { name: "C", phoneNumber: "000" }] },
      { people: [ana, { name: "Ben", phoneNumber: "+61400000001" }] },
      { people: [{ name: "Ana" }] },
      { people: [{ ...ana, phoneNumber: "call me" }] },
      { people: [{ ...ana, phoneNumber: "+61 400\n000 001" }] },
      { people: [{ ...ana, name: "Ana\u202e" }] },
      { people: [{ ...ana, name: "a".repeat(textLimits.name + 1) }] },
      { message: " " },
      { message: "a".repeat(textLimits.message + 1) },
      { safeWord: { word: "", isChosen: true } },
      { safeWord: "word" },
      { staysDisguised: false },
      JSON.parse('{"__proto__":{"people":[]},"message":"a"}'),
    ];
    for (const transferred of wrong)
      expect([transferred, read(transferred)]).toEqual([transferred, "damaged"]);
  });

  test("is refused where the text is no JSON, or has no time", () => {
    const transferred = { people: [ana] };
    for (const json of ["", "{", "null", "1", JSON.stringify({ carried: transferred })]) {
      expect(readTransfer(json, NOW).kind).toBe("damaged");
    }
    for (const madeAt of ["now", null, 1.5, 1e300]) {
      expect(readTransfer(JSON.stringify({ madeAt, carried: transferred }), NOW).kind).toBe(
        "damaged",
      );
    }
  });
});

describe("what would be lost", () => {
  const other: Settings = {
    ...DEFAULT_SETTINGS,
    contacts: [{ id: "c", name: "Cid", phoneNumber: "000" }],
    emergencyMessage: "Another",
    safeWord: "Pineapple",
    wakeWordMode: "trained",
  };

  test("is named", () => {
    expect(replacedBy(transferableOf(full), other)).toEqual(["contacts", "message", "safe-word"]);
  });

  test("is nothing in an app that is empty or has the same", () => {
    expect(replacedBy(transferableOf(full), DEFAULT_SETTINGS)).toEqual([]);
    expect(replacedBy(transferableOf(full), full)).toEqual([]);
  });

  test("is nothing of what does not come along", () => {
    expect(replacedBy({ message: "Come" }, { ...other, emergencyMessage: "Come" })).toEqual([]);
  });
});
