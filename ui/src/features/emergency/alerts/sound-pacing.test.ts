/** Claims about when sound is sent again after a failure. */
import { expect, test } from "vitest";
import { soundPacing } from "./sound-pacing.ts";

const failed = (status: number | null, retryAfter: number | null = null) =>
  ({ type: "failed", failure: { status, retryAfter } }) as const;

test("a refusal holds up only the copy of which it was said, longer each time", () => {
  let now = 0;
  const pace = soundPacing(() => now);
  pace.note("old", failed(404));
  expect([pace.waitMs("old"), pace.waitMs("new")]).toEqual([30_000, 0]);
  now = 30_000;
  expect(pace.waitMs("old")).toBe(0);
  pace.note("new", { type: "done" });
  pace.note("old", failed(404));
  expect([pace.waitMs("old"), pace.waitMs("new")]).toEqual([60_000, 0]);
  expect([pace.refusal("old"), pace.refusal("new")]).toEqual([
    { status: 404, isForNow: false },
    null,
  ]);
});

test("a line that is down holds up every copy, until it may be back; a refusal stands", () => {
  const pace = soundPacing(() => 0);
  pace.note("old", failed(507, 30));
  pace.note("new", failed(null));
  expect([pace.waitMs("old"), pace.waitMs("new")]).toEqual([60_000, 1_000]);
  expect(pace.refusal("old")).toBeNull();
  pace.lineChanged();
  expect([pace.waitMs("old"), pace.waitMs("new")]).toEqual([60_000, 0]);
  pace.note("new", { type: "done" });
  expect(pace.refusal("old")).toEqual({ status: 507, isForNow: true });
});

test("what waits for something else is no failure", () => {
  const pace = soundPacing(() => 0);
  pace.note("one", failed(503));
  pace.note("one", { type: "held" });
  expect(pace.waitMs("one")).toBe(1_000);
});
