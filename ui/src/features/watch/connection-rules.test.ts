/** Claims about when the guardian's page may say something calm. */
import { expect, test } from "vitest";
import { unreadText } from "./connection-rules.ts";

const answeredAt = Date.UTC(2026, 10, 22, 20, 0);
const live = { state: "live", answeredAt, clockOffset: 5_000, reached: null } as const;
const at = (ms: number) => answeredAt + 5_000 + ms;

test("what the server has just said is all that is known", () => {
  expect(unreadText(live, {}, at(0))).toBeNull();
  expect(unreadText(live, {}, at(45_000))).toBeNull();
});

test.each([600_000, 60_000, -600_000])(
  "an answer is none %d ms later, whatever stood still",
  (ms) => {
    expect(unreadText(live, {}, at(ms))).toBe("Looking for news...");
  },
);

test("without an answer it is said why", () => {
  const none = { ...live, answeredAt: null, clockOffset: null };
  expect(unreadText({ ...none, state: "connecting" }, {}, at(0))).toBe("Looking for news...");
  expect(unreadText({ ...none, state: "unknown" }, {}, at(0))).toBe("This link was not found");
  expect(unreadText({ ...none, state: "cut-off" }, {}, at(0))).toBe("No connection yet");
  const reached = { reachedAt: answeredAt, clockOffset: 0 };
  expect(unreadText({ ...live, state: "cut-off" }, reached, at(0))).toMatch(
    /^No connection since \d/,
  );
});

test("a connection that was lost a year ago was not lost yesterday", () => {
  const reached = { reachedAt: new Date(2026, 10, 27, 20).getTime(), clockOffset: 0 };
  const now = new Date(2027, 10, 28, 9).getTime();
  expect(unreadText({ ...live, state: "cut-off" }, reached, now)).toContain("2026");
});
