/** Claims about the test notification that ends the pairing, in the person's settings. */
import { expect, test } from "vitest";
import type { Known } from "./guardian-rules.ts";
import { type Paired, type PairingStep, pairingStep, pairingText } from "./pairing-rules.ts";

const known = (owned: Partial<NonNullable<Known["owned"]>>): Known => ({
  state: "claimed",
  owned: { push: "works", brokenSince: null, pushedSeq: null, ...owned },
});
const ben: Paired = { name: "Ben", testedAt: null, lastAnswer: null };
const sent: Paired = { ...ben, testedAt: 1, pairingSeq: 4 };

test.each<[string, Paired, Known | null, PairingStep]>([
  ["before the guardian allows notifications", ben, known({ push: "none" }), "waiting"],
  ["once they are allowed", ben, known({}), "due"],
  ["to a phone that is not reachable", ben, known({ push: "unreachable" }), null],
  ["over a link that has ended", ben, { state: "ended", owned: null }, null],
  ["while the server cannot be asked", ben, null, null],
  ["over an older link that was tested", { ...ben, testedAt: 1 }, known({}), null],
  ["beside another test of this release", { ...ben, reveal: {}, testedAt: 1 }, known({}), "due"],
  [
    "that waits, beside another test",
    { ...ben, reveal: {}, testedAt: 1 },
    known({ push: "none" }),
    "waiting",
  ],
  ["that the server has", sent, known({ pushedSeq: 3 }), "stored"],
  ["that the push service took", sent, known({ pushedSeq: 4 }), "taken"],
  ["that is on the phone", { ...sent, arrived: [4] }, null, "arrived"],
  ["while another item is on the phone", { ...sent, arrived: [5] }, null, "stored"],
  ["that was answered", { ...sent, lastAnswer: { about: null, at: 7 } }, null, "answered"],
  [
    "that came after an answer to another one",
    { ...sent, lastAnswer: { about: null, at: 7 }, answeredBefore: 7 },
    null,
    "stored",
  ],
  [
    "that was answered after another one",
    { ...sent, lastAnswer: { about: null, at: 8 }, answeredBefore: 7 },
    null,
    "answered",
  ],
])("the test %s: %#", (_, guardian, link, step) => {
  expect(pairingStep(guardian, link)).toBe(step);
});

test("nothing is said to have arrived before the phone says so", () => {
  for (const step of ["waiting", "due", "stored", "taken"] as const) {
    expect(pairingText("Ben", step)).not.toMatch(/arrived|answered/);
  }
  expect(pairingText("Ben", "arrived")).toContain("arrived on Ben's phone");
  expect(pairingText("Ben", "answered")).toBe("Test notification: answered.");
});
