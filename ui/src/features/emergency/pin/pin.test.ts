/** Claims about what a typed code means. */
import { describe, expect, test } from "vitest";
import { isPinComplete, meaningOf, ownPinOf } from "./pin.ts";

const situation = { ownPin: "482915", demoPin: "1234", emergency: "real" as const };

describe("with an own PIN", () => {
  test("that PIN unlocks, the demo PIN is a decoy, and anything else is wrong", () => {
    expect(meaningOf("482915", situation)).toBe("own");
    expect(meaningOf("1234", situation)).toBe("decoy");
    expect(meaningOf("1235", situation)).toBe("wrong");
    expect(meaningOf("", situation)).toBe("wrong");
  });

  test("the demo PIN unlocks a test", () => {
    expect(meaningOf("1234", { ...situation, emergency: "test" })).toBe("demo");
  });

  test("the demo PIN is a decoy too where no emergency is on", () => {
    expect(meaningOf("1234", { ...situation, emergency: null })).toBe("decoy");
  });
});

describe("without an own PIN", () => {
  test.each(["", "12", "1234", "abcd"])("the demo PIN unlocks when the setting is %j", (ownPin) => {
    expect(meaningOf("1234", { ...situation, ownPin })).toBe("demo");
    expect(meaningOf("9999", { ...situation, ownPin })).toBe("wrong");
  });
});

test("without a demo PIN an empty code is wrong", () => {
  expect(meaningOf("", { ...situation, demoPin: "", ownPin: "" })).toBe("wrong");
});

test("an own PIN has four digits or more and is not the demo PIN", () => {
  expect([ownPinOf("0000", "1234"), ownPinOf("1234", "1234"), ownPinOf("123", "1234")]).toEqual([
    "0000",
    "",
    "",
  ]);
});

test("a code of four digits can be tried", () => {
  expect([isPinComplete("123"), isPinComplete("1234")]).toEqual([false, true]);
});
