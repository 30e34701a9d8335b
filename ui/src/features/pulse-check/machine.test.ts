/** Claims about sessions: what the server is asked for, and what is said of them. */
import { describe, expect, test } from "vitest";
import type { Moment } from "#content/time.ts";
import { begun, next, nextAfterRequest, type SessionEvent, wantedFor } from "./machine.ts";
import { hasLoss, type Session } from "./machine-state.ts";
import { clockText, deadlineText, minutesUntil, sessionText } from "./session-message.ts";

const minutes = (count: number) => count * 60_000;
const startsAt = new Date(2026, 10, 21, 21, 0).getTime();
/** So many milliseconds after the start, by both clocks. */
const at = (ms: number): Moment => ({ wall: startsAt + ms, running: ms });
/** The server's clock is 1,000 s behind. */
const server = (ms: number) => startsAt + ms - 1_000_000;
const start = at(0);
const alertAt = server(minutes(35));
const guardians = [
  { guardian: "a", name: "Ana", stop: "s1" },
  { guardian: "b", name: "Ben", stop: "s2" },
];
const fresh = begun("s", minutes(30), guardians, start);

/** A session after events; null when it is over. */
const play = (events: readonly SessionEvent[], from: Session = fresh) =>
  events.reduce<Session | null>((now, event) => now && next(now, event), from);
const there = (session: Session | null): Session => {
  if (session === null) throw new Error("It is over.");
  return session;
};
const generation = Math.floor(startsAt / 1_000);
/** What the server says at a time. */
const says = (guardian: string, ms: number, hasPush = true) => ({
  ...{ guardian, hasPush, server: server(ms), at: at(ms) },
});
const armed = (
  guardian: string,
  { due = alertAt, ms = 0, hasFired = false, hasPush = true } = {},
): SessionEvent => ({
  type: "armed",
  timer: { alertAt: due, hasFired, generation },
  ...says(guardian, ms, hasPush),
});
const asked = (guardian: string, ms = 0): SessionEvent => ({
  ...{ type: "found", timer: null, newest: null },
  ...says(guardian, ms),
});
const extend = (ms: number): SessionEvent => ({ type: "extended", at: at(ms) });
const timed = there(play([asked("a"), asked("b")]));
const running = there(play([armed("a"), armed("b")], timed));
const wants = (session: Session | null, ms: number, isAsked = true, now = at(ms)) =>
  there(session).timers.map((timer) => wantedFor(there(session), timer, { at: now, isAsked }));
const [nothing, ask, renew] = [{ type: "nothing" }, { type: "ask" }, { type: "renew" }];

describe("the server is asked", () => {
  test("for its time first, and then to arm each guardian's timer, with the grace after its end", () => {
    expect(wants(fresh, 0, false)).toEqual([ask, ask]);
    expect(wants(timed, 0)).toEqual([
      { type: "arm", alertAt },
      { type: "arm", alertAt },
    ]);
  });

  test("for nothing while it is armed, and each minute to take the newest place alone", () => {
    expect(wants(running, minutes(1) - 1)).toEqual([nothing, nothing]);
    expect(wants(running, minutes(1))).toEqual([renew, renew]);
  });

  test("what it holds, whenever the page is shown, and when the clocks went apart", () => {
    expect(wants(running, minutes(1), false)).toEqual([ask, ask]);
    const slept = { wall: startsAt + minutes(20), running: 1_000 };
    expect(wants(running, 0, true, slept)).toEqual([ask, ask]);
    const setBack = { wall: startsAt - minutes(20), running: 1_000 };
    expect(wants(running, 0, true, setBack)).toEqual([ask, ask]);
  });

  test("for nothing just before the alert, and after that whether there was one", () => {
    const late = there(play([armed("a", { ms: minutes(31) })], running));
    expect(wants(late, minutes(35) - 4_000)[0]).toEqual(nothing);
    expect(wants(late, minutes(35))[0]).toEqual(ask);
    const fired = play([armed("a", { ms: minutes(36), hasFired: true })], late);
    expect(wants(fired, minutes(40))[0]).toEqual(nothing);
  });

  test("for a timer that was never confirmed until it is, even after its time", () => {
    const late = play([asked("a", minutes(60))], timed);
    expect(wants(late, minutes(60))[0]).toEqual({ type: "arm", alertAt });
  });

  test("for the new time after an extension, once it has said what time it is", () => {
    const longer = play([extend(minutes(10))], running);
    expect(wants(longer, minutes(10))[0]).toEqual(ask);
    const told = there(play([asked("a", minutes(10))], there(longer)));
    const later = alertAt + minutes(15);
    expect(wants(told, minutes(10))[0]).toEqual({ type: "arm", alertAt: later });
    const stale = play([armed("a", { ms: minutes(10) })], told);
    expect(wants(stale, minutes(10))[0]).toMatchObject({ type: "arm" });
    const confirmed = play([armed("a", { due: later, ms: minutes(10) })], told);
    expect(wants(confirmed, minutes(10))[0]).toEqual(nothing);
  });

  test("for no time after the alert", () => {
    const over = there(
      play([armed("a", { hasFired: true }), armed("b", { hasFired: true })], running),
    );
    expect(next(over, extend(minutes(40)))).toBe(over);
  });

  test.each([
    ["own", "stop"],
    ["public", "alert"],
  ] as const)("after the %s code to %s, for each until it knows", (code, type) => {
    const over = there(play([{ type: "ended", code }], running));
    expect(wants(over, 1)).toEqual([{ type }, { type }]);
    const { phase } = over;
    const half = play([{ type: "settled", guardian: "a", phase }], over);
    expect(wants(half, 1)).toEqual([nothing, { type }]);
    expect(play([{ type: "settled", guardian: "b", phase }], there(half))).toBeNull();
  });

  test("to stop when the own PIN comes after the public code, and not the other way round", () => {
    const lost = there(play([{ type: "ended", code: "public" }], running));
    expect(wants(play([{ type: "ended", code: "own" }], lost), 0)[0]).toEqual({ type: "stop" });
    const over = there(play([{ type: "ended", code: "own" }], running));
    expect(wants(play([{ type: "ended", code: "public" }], over), 0)[0]).toEqual({ type: "stop" });
    // An answer to the alert settles no stop.
    const late = play([{ type: "settled", guardian: "a", phase: "surrendered" }], over);
    expect(wants(late, 0)[0]).toEqual({ type: "stop" });
  });
});

test("a session of which nobody would be told is over with either code", () => {
  for (const code of ["own", "public"] as const) {
    expect(next(begun("s", minutes(30), [], start), { type: "ended", code })).toBeNull();
  }
});

test("each arming has a larger number than the one before, and than another session's", () => {
  const once = there(play([{ type: "tried", guardian: "a" }]));
  const [a, b] = once.timers.map((timer) => timer.generation);
  expect(a).toBe((b ?? 0) + 1);
  const theirs = { alertAt, hasFired: true, generation: generation + 900 };
  const known = there(play([{ type: "found", timer: theirs, newest: null, ...says("a", 0) }]));
  expect(known.timers[0]?.generation).toBeGreaterThan(theirs.generation);
  expect(known.timers[0]?.held).toBeNull();
  const stopped = generation + 3_600;
  const told = there(play([{ type: "found", timer: null, newest: stopped, ...says("a", 0) }]));
  expect(told.timers[0]?.generation).toBeGreaterThan(stopped);
});

test("a session that began while the phone slept or had no connection ends when the person chose", () => {
  const wakes = { wall: startsAt + minutes(20), running: 1_000 };
  const told = { ...says("a", minutes(20)), at: wakes };
  expect(play([{ type: "found", timer: null, newest: null, ...told }])?.dueAt).toBe(
    server(minutes(30)),
  );
});

test("an answer for an earlier session changes nothing in this one", () => {
  expect(nextAfterRequest(running, "earlier", armed("a", { hasFired: true }))).toBe(running);
  expect(nextAfterRequest(running, "s", armed("a", { hasFired: true }))).not.toBe(running);
});

describe("a guardian who leaves", () => {
  const left = there(play([{ type: "left", guardian: "a" }], running));

  test("is asked nothing, and the person must know, once", () => {
    expect(wants(left, minutes(1))[0]).toEqual(nothing);
    expect(hasLoss(left)).toBe(true);
    const known = there(play([{ type: "acknowledged" }], left));
    expect(hasLoss(known)).toBe(false);
    const again = there(play([{ type: "left", guardian: "a" }], known));
    expect(hasLoss(again)).toBe(false);
  });

  test("and is the last one ends the session only when the person knows", () => {
    const alone = there(play([{ type: "left", guardian: "b" }], left));
    expect(play([{ type: "acknowledged" }], alone)).toBeNull();
  });

  test("after the end is no loss", () => {
    const over = there(play([{ type: "ended", code: "own" }], running));
    const half = there(play([{ type: "left", guardian: "a" }], over));
    expect(hasLoss(half)).toBe(false);
    expect(play([{ type: "left", guardian: "b" }], half)).toBeNull();
  });
});

describe("what is said", () => {
  const extended = there(play([extend(0)], running));
  const later = alertAt + minutes(15);

  test.each<[string, Session | null, number, string]>([
    [
      "before the server answered",
      fresh,
      0,
      "Not armed yet: the server has not answered. Nobody is alerted.",
    ],
    [
      "where it may have heard, and nobody answered",
      play([{ type: "tried", guardian: "a" }], timed),
      0,
      "Not confirmed yet by the server.",
    ],
    [
      "when one guardian's timer is armed",
      play([armed("a")], timed),
      0,
      "If this session is not ended by 21:30, Ana is alerted at 21:35. Confirmed 21:00. Not armed yet for Ben: the server has not answered.",
    ],
    [
      "when both are",
      running,
      0,
      "If this session is not ended by 21:30, Ana and Ben are alerted at 21:35. Confirmed 21:00.",
    ],
    [
      "when one cannot be pushed to",
      play([armed("b", { hasPush: false })], running),
      0,
      "If this session is not ended by 21:30, Ana is alerted at 21:35. Confirmed 21:00. No notification can be sent to Ben now.",
    ],
    [
      "when one has left",
      play([{ type: "left", guardian: "a" }], running),
      0,
      "If this session is not ended by 21:30, Ben is alerted at 21:35. Confirmed 21:00. Ana is no longer linked.",
    ],
    [
      "after an extension that is not confirmed",
      extended,
      0,
      "The new time is not confirmed yet. Ana and Ben are alerted at 21:35.",
    ],
    [
      "after one that is confirmed for one of them",
      play([asked("a"), armed("a", { due: later })], extended),
      0,
      "If this session is not ended by 21:45, Ana is alerted at 21:50. Confirmed 21:00. Ben is alerted at 21:35.",
    ],
    [
      "when the time is up",
      running,
      minutes(30),
      "The time is up. Ana and Ben are alerted at 21:35 unless you end or extend the session.",
    ],
    ["after the alert was due", running, minutes(35), "The alert to Ana and Ben was due at 21:35."],
    [
      "after the server said that it was sent",
      play([armed("a", { hasFired: true }), armed("b", { hasFired: true })], running),
      minutes(36),
      "The alert to Ana and Ben was sent at 21:35.",
    ],
    [
      "when it was ended and the server does not know",
      play([armed("a"), { type: "ended", code: "own" }], timed),
      0,
      "Not yet told the server. Ana is alerted at 21:35 unless this phone connects.",
    ],
    [
      "when it was ended after the alert and the server does not know",
      play([armed("a", { hasFired: true }), { type: "ended", code: "own" }], timed),
      0,
      "Not yet told the server. The alert to Ana was sent.",
    ],
  ])("%s", (_, session, ms, words) => {
    expect(sessionText(there(session), at(ms))).toBe(words);
  });
});

test("a deadline is said to the nearest minute, and what has been is not said to be later", () => {
  const almost = startsAt + minutes(28) - 40;
  expect([deadlineText(almost, almost), clockText(almost, almost)]).toEqual(["21:28", "21:27"]);
});

test.each([
  [1, /^The alert to Ana and Ben was sent at (Nov 21|21 Nov), 21:35\.$/],
  [300, /^The alert to Ana and Ben was sent at (Nov 21|21 Nov),? 2026, 21:35\.$/],
])("after %d days what was sent is said with its day", (days, words) => {
  const fired = play([armed("a", { hasFired: true }), armed("b", { hasFired: true })], running);
  expect(sessionText(there(fired), at(days * 24 * minutes(60)))).toMatch(words);
});

test.each([
  ["21:30", 30],
  ["20:59", 24 * 60 - 1],
  ["21:00", 24 * 60],
  ["later", null],
  ["", null],
])("the time of day %s is so many minutes away: %s", (time, expected) => {
  expect(minutesUntil(time, startsAt)).toBe(expected);
  expect(clockText(startsAt, startsAt)).toBe("21:00");
});
