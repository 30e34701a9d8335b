/** Claims about which codes can be tried, and which stored PINs count. */
import { expect, test } from "vitest";
import { sealPin } from "#platform/pin-hash.ts";
import { isPinComplete, ownPinOf } from "./pin.ts";

test("a stored PIN counts as a hash, or as four digits or more that are not the demo PIN", async () => {
  const hash = await sealPin("0000");
  const kept = [hash, "0000", "1234", "123", "abcd", "", `${hash}0`];
  expect(kept.map((pin) => ownPinOf(pin, "1234"))).toEqual([hash, "0000", "", "", "", "", ""]);
});

test("a code of four digits can be tried", () => {
  expect([isPinComplete("123"), isPinComplete("1234")]).toEqual([false, true]);
});
