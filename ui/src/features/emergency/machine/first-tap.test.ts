/** Claims about when the person must press the button of the first message. */
import { expect, test } from "vitest";
import { needsFirstTap } from "./messages.ts";
import { begun, kept, own, play, started, trigger } from "./stories.ts";

const spoken = { ...trigger, triggeredBy: "voice", mayOpen: false } as const;
const requested = own({ type: "message-requested", phoneNumber: "+61400000001", hasPlace: true });

test("a message that cannot open by itself needs a tap, until one was requested", () => {
  const { state } = play([{ type: "triggered", trigger: spoken }, started, kept]);
  expect(needsFirstTap(state)).toBe(true);
  const launched = play([requested], state).state;
  expect(needsFirstTap(launched)).toBe(false);
  expect(needsFirstTap(play([own({ type: "app-left" })], launched).state)).toBe(false);
});

test("a message that waits to open by itself needs none, and no test does", () => {
  expect(needsFirstTap(play([begun]).state)).toBe(false);
  const practice = { ...spoken, kind: "test" } as const;
  expect(needsFirstTap(play([{ type: "triggered", trigger: practice }]).state)).toBe(false);
});
