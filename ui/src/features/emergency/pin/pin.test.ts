/** Claims about what a typed code means. */
import { describe, expect, test } from "vitest";
import { sealPin } from "#platform/pin-hash.ts";
import { givesTriesBack, isPinComplete, meaningOf, ownPinOf, type PinMeaning } from "./pin.ts";

const own = { hasOwnPin: true, isOwn: true, isDemo: false, emergency: "real" as const };
const demo = { ...own, isOwn: false, isDemo: true };
const other = { ...own, isOwn: false };

describe("with an own PIN", () => {
  test("that PIN unlocks, the demo PIN is a decoy, and anything else is wrong", () => {
    expect([own, demo, other].map(meaningOf)).toEqual(["own", "decoy", "wrong"]);
  });

  test("the demo PIN unlocks a test", () => {
    expect(meaningOf({ ...demo, emergency: "test" })).toBe("demo");
  });

  test("the demo PIN is a decoy too where no emergency is on", () => {
    expect(meaningOf({ ...demo, emergency: null })).toBe("decoy");
  });

  test("that a new configuration made the demo PIN is no secret, and unlocks as a demo", () => {
    expect(meaningOf({ ...own, isDemo: true })).toBe("demo");
  });
});

test("without an own PIN the demo PIN unlocks, and nothing else", () => {
  expect(meaningOf({ ...demo, hasOwnPin: false })).toBe("demo");
  expect(meaningOf({ ...other, hasOwnPin: false })).toBe("wrong");
});

test("only the own PIN gives tries back, and the demo PIN where there is no other", () => {
  const meanings: readonly PinMeaning[] = ["own", "demo", "decoy", "wrong"];
  expect(meanings.filter((meaning) => givesTriesBack(meaning, true))).toEqual(["own"]);
  expect(meanings.filter((meaning) => givesTriesBack(meaning, false))).toEqual(["own", "demo"]);
});

test("a stored PIN counts as a hash, or as four digits or more that are not the demo PIN", async () => {
  const hash = await sealPin("0000");
  const kept = [hash, "0000", "1234", "123", "abcd", "", `${hash}0`];
  expect(kept.map((pin) => ownPinOf(pin, "1234"))).toEqual([hash, "0000", "", "", "", "", ""]);
});

test("a code of four digits can be tried", () => {
  expect([isPinComplete("123"), isPinComplete("1234")]).toEqual([false, true]);
});
