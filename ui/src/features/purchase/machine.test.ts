/** Claims about verifying a purchase. */
import { expect, test } from "vitest";
import { emptyForm, nextVerifyState, type VerifyEvent, type VerifyState } from "./machine.ts";

const run = (events: readonly VerifyEvent[], from: VerifyState = emptyForm): VerifyState =>
  events.reduce(nextVerifyState, from);

const submitted: VerifyEvent = { type: "submitted", email: "a@b.co" };

test("a known address is verified, with the purchase date when one is given", () => {
  const state = run([submitted, { type: "found", purchaseDate: "2026-01-02T00:00:00Z" }]);
  expect(state).toEqual({
    name: "verified",
    email: "a@b.co",
    purchaseDate: "2026-01-02T00:00:00Z",
  });
});

test("after an unknown address another attempt starts with an empty form", () => {
  const failed = run([submitted, { type: "not-found" }]);
  expect(failed).toEqual({ name: "failed" });
  expect(run([{ type: "another-email-wanted" }], failed)).toEqual(emptyForm);
});

test("a failed request keeps the address in the form, with the error", () => {
  expect(run([submitted, { type: "check-failed", error: "Too many attempts." }])).toEqual({
    name: "form",
    email: "a@b.co",
    error: "Too many attempts.",
  });
});

test("a sent link is its own state", () => {
  expect(run([submitted, { type: "link-sent" }])).toEqual({ name: "sent" });
});

test("an unexpected answer changes nothing", () => {
  expect(run([{ type: "found", purchaseDate: null }])).toBe(emptyForm);
  const late = run([submitted, { type: "another-email-wanted" }, { type: "not-found" }]);
  expect(late).toEqual(emptyForm);
});

test("a second submit during a request is ignored", () => {
  const state = run([submitted, { type: "submitted", email: "c@d.co" }]);
  expect(state).toEqual({ name: "checking", email: "a@b.co" });
});
