/** Claims about a session whose timers a server has put off, because its clock was set forward. */
import { expect, test } from "vitest";
import type { Moment } from "#content/time.ts";
import { begun, next, type SessionEvent, wantedFor } from "./machine.ts";
import { type Session, shownDue, timeOf } from "./machine-state.ts";
import { deadlineText, sessionText } from "./session-message.ts";

const minutes = (count: number) => count * 60_000;
const AHEAD_MS = minutes(600);
const startsAt = new Date(2026, 10, 21, 21, 0).getTime();
const at = (ms: number): Moment => ({ wall: startsAt + ms, running: ms });
const guardians = [
  { guardian: "a", name: "Ana", stop: "s1" },
  { guardian: "b", name: "Ben", stop: "s2" },
];
const generation = Math.floor(startsAt / 1_000);
const play = (from: Session, events: readonly SessionEvent[]): Session =>
  events.reduce((now, event) => next(now, event) as Session, from);
/** What the server holds at a time, when its clock is so far ahead. */
const holds = (
  guardian: string,
  { alertAt, ms, ahead = 0 }: { alertAt: number; ms: number; ahead?: number },
): SessionEvent => ({
  ...{ type: "found", guardian, hasPush: true, server: startsAt + ms + ahead, at: at(ms) },
  timer: { alertAt: alertAt + ahead, hasFired: false, generation },
  newest: generation,
});
const alertAt = startsAt + minutes(35);
const wants = (session: Session, ms: number) =>
  session.timers.map((timer) => wantedFor(session, timer, { at: at(ms), isAsked: true }));
const both = (what: Parameters<typeof holds>[1]) =>
  guardians.map((one) => holds(one.guardian, what));
const due = (session: Session, ms: number) => deadlineText(shownDue(session, at(ms)), at(ms).wall);

const running = play(begun("s", minutes(30), guardians, at(0)), both({ alertAt, ms: 0 }));
const putOff = play(running, both({ alertAt, ms: minutes(10), ahead: AHEAD_MS }));

test("is armed as it is, lasts as long as before, and is said to be confirmed", () => {
  expect(wants(putOff, minutes(10))).toEqual([{ type: "nothing" }, { type: "nothing" }]);
  expect(wants(putOff, minutes(12))).toEqual([{ type: "renew" }, { type: "renew" }]);
  expect([timeOf(putOff, at(minutes(10))), due(putOff, minutes(10))]).toEqual(["open", "21:30"]);
  expect(sessionText(putOff, at(minutes(10)))).toBe(
    "If this session is not ended by 21:30, Ana and Ben are alerted at 21:35. Confirmed 21:10.",
  );
});

test("is armed with one time for all guardians where the server has put off one timer alone", () => {
  const one = play(running, [holds("a", { alertAt, ms: minutes(10), ahead: AHEAD_MS })]);
  expect(wants(one, minutes(10))).toEqual([
    { type: "nothing" },
    { type: "arm", alertAt: alertAt + AHEAD_MS },
  ]);
});

test("is extended from the end that it has", () => {
  const extended = play(putOff, [
    { type: "extended", at: at(minutes(11)) },
    ...both({ alertAt, ms: minutes(11), ahead: AHEAD_MS }),
  ]);
  expect(due(extended, minutes(11))).toBe("21:45");
  expect(wants(extended, minutes(11))[0]).toEqual({
    type: "arm",
    alertAt: alertAt + AHEAD_MS + minutes(15),
  });
});

test("is armed with the time that was wanted first once the server's clock is right again", () => {
  const late = { alertAt: alertAt + AHEAD_MS, ms: minutes(20) };
  const back = play(putOff, both(late));
  expect(wants(back, minutes(20))[0]).toEqual({ type: "arm", alertAt });
  expect(due(back, minutes(20))).toBe("21:30");
  // The link of the other one does not answer any more: what it said before moves nothing.
  const over = play(back, [holds("a", { alertAt, ms: minutes(36) })]);
  expect(timeOf(over, at(minutes(36)))).toBe("over");
});

test("is over with its time, as any other", () => {
  const late = play(putOff, both({ alertAt, ms: minutes(36), ahead: AHEAD_MS }));
  expect(timeOf(late, at(minutes(36)))).toBe("over");
  expect(wants(late, minutes(36))[0]).toEqual({ type: "ask" });
});
