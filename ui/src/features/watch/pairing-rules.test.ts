/** Claims about the test notification that ends the pairing, on the guardian's page. */
import { expect, test } from "vitest";
import type { DownItem } from "#seal/items.ts";
import { type Paired, type PairingStep, pairingStep, pairingText } from "./pairing-rules.ts";

const pairing: DownItem = { kind: "test", at: 1, of: "pairing" };
const came = (...items: DownItem[]): Paired => ({
  items: items.map((item, at) => ({ seq: at + 1, item })),
  answers: [],
});

test.each<[string, Paired, number[], PairingStep]>([
  ["before anything came", came(), [], "waiting"],
  ["that the page alone has", came(pairing), [], "here"],
  ["while a notification of something else was shown", came(pairing), [2], "here"],
  ["that was shown", came(pairing), [1], "arrived"],
  ["that was answered", { ...came(pairing), answers: [{ about: null }] }, [1], "answered"],
  [
    "while only an emergency was answered",
    { ...came(pairing), answers: [{ about: "e" }] },
    [1],
    "arrived",
  ],
  ["after which something else came", came(pairing, { kind: "test", at: 2 }), [1], null],
])("the test %s: %#", (_, person, shown, step) => {
  expect(pairingStep(person, (seq) => shown.includes(seq))).toBe(step);
});

test("nothing is said to have arrived before a notification was shown", () => {
  for (const step of ["waiting", "here"] as const) {
    expect(pairingText("Ana", step)).not.toMatch(/arrived|answered/);
  }
});
