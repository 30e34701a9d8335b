/** Claims about what a typed code means (design of the demo PIN as a decoy). */
import { describe, expect, test } from "vitest";
import { isPinComplete, meaningOf, ownPinOf } from "./pin.ts";

const situation = { ownPin: "482915", demoPin: "1234", emergency: "real" as const };

describe("with a PIN of one's own", () => {
  test("that PIN is own, the demo PIN only a decoy, anything else wrong", () => {
    expect(meaningOf("482915", situation)).toBe("own");
    expect(meaningOf("1234", situation)).toBe("decoy");
    expect(meaningOf("1235", situation)).toBe("wrong");
    expect(meaningOf("", situation)).toBe("wrong");
  });

  test("the demo PIN really unlocks a test", () => {
    expect(meaningOf("1234", { ...situation, emergency: "test" })).toBe("demo");
  });

  test("the demo PIN opens no settings either", () => {
    expect(meaningOf("1234", { ...situation, emergency: null })).toBe("decoy");
  });
});

describe("without a PIN of one's own", () => {
  test.each(["", "12", "1234", "abcd"])("the demo PIN unlocks when the setting is %j", (ownPin) => {
    expect(meaningOf("1234", { ...situation, ownPin })).toBe("demo");
    expect(meaningOf("9999", { ...situation, ownPin })).toBe("wrong");
  });
});

test("a server without a demo PIN has none that is empty", () => {
  expect(meaningOf("", { ...situation, demoPin: "", ownPin: "" })).toBe("wrong");
});

test("a PIN of one's own has four digits or more and is not the demo PIN", () => {
  expect([ownPinOf("0000", "1234"), ownPinOf("1234", "1234"), ownPinOf("123", "1234")]).toEqual([
    "0000",
    "",
    "",
  ]);
});

test("a code of four digits can be tried", () => {
  expect([isPinComplete("123"), isPinComplete("1234")]).toEqual([false, true]);
});
