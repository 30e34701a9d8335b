/** Claims about sessions: what the server is asked for, and what is said of them. */
import { describe, expect, test } from "vitest";
import { begun, next, type Session, type SessionEvent, wantedFor } from "./machine.ts";
import { clockText, minutesUntil, sessionText } from "./session-message.ts";

const start = new Date(2026, 10, 21, 21, 0).getTime();
const minutes = (count: number) => count * 60_000;
const due = start + minutes(30);
const alert = due + minutes(5);
const guardians = [
  { guardian: "a", name: "Ana", stop: "s1" },
  { guardian: "b", name: "Ben", stop: "s2" },
];
const fresh = begun("s", due, guardians, start);

/** A session after events; null when it is over. */
const play = (events: readonly SessionEvent[], from: Session = fresh) =>
  events.reduce<Session | null>((now, event) => now && next(now, event), from);
const there = (session: Session | null): Session => {
  if (session === null) throw new Error("It is over.");
  return session;
};
const armed = (guardian: string, change = 0, alertAt = alert, at = start): SessionEvent => ({
  type: "armed",
  guardian,
  change,
  alertAt,
  at,
});
const both = [armed("a"), armed("b")];
const running = there(play(both));
const wants = (session: Session | null, at: number) =>
  there(session).timers.map((timer) => wantedFor(there(session), timer, at));

describe("the server is asked", () => {
  test("to arm each guardian's timer at once, with the grace after its end", () => {
    const wanted = { type: "arm", inSeconds: 1_800, graceSeconds: 300 };
    expect(wants(fresh, start)).toEqual([wanted, wanted]);
  });

  test("for nothing while it is armed, and each minute to take the newest place", () => {
    expect(wants(running, start + minutes(1) - 1)).toEqual([
      { type: "nothing" },
      { type: "nothing" },
    ]);
    const renewed = { type: "arm", inSeconds: 1_740, graceSeconds: 300 };
    expect(wants(running, start + minutes(1))).toEqual([renewed, renewed]);
  });

  test("to alert no later than it was promised, also when the time is up", () => {
    const [late] = wants(running, due + minutes(2));
    expect(late).toEqual({ type: "arm", inSeconds: 0, graceSeconds: 180 });
  });

  test("for nothing that could come after the alert", () => {
    expect(wants(running, alert - 4_000)[0]).toEqual({ type: "nothing" });
    expect(wants(running, alert + minutes(10))[0]).toEqual({ type: "nothing" });
  });

  test("for a timer that was never confirmed until it is, even after its time", () => {
    expect(wants(fresh, alert + 1_000)[0]).toEqual({ type: "arm", inSeconds: 0, graceSeconds: 0 });
  });

  test("for the new time after an extension, at once", () => {
    const longer = play([{ type: "extended", at: start + minutes(10) }], running);
    expect(wants(longer, start + minutes(10))[0]).toMatchObject({ inSeconds: 35 * 60 });
    const stale = play([armed("a", 0)], there(longer));
    expect(wants(stale, start + minutes(10))[0]).toMatchObject({ type: "arm" });
    const confirmed = play(
      [armed("a", 1, alert + minutes(15), start + minutes(10))],
      there(longer),
    );
    expect(wants(confirmed, start + minutes(10))[0]).toEqual({ type: "nothing" });
  });

  test.each([
    ["own", "stop"],
    ["public", "alert"],
  ] as const)("after the %s code to %s, for each until it knows", (code, type) => {
    const over = there(play([{ type: "ended", code }], running));
    expect(wants(over, start + 1)).toEqual([{ type }, { type }]);
    const { phase } = over;
    const half = play([{ type: "settled", guardian: "a", phase }], over);
    expect(wants(half, start + 1)).toEqual([{ type: "nothing" }, { type }]);
    expect(play([{ type: "settled", guardian: "b", phase }], there(half))).toBeNull();
  });

  test("to stop when the own PIN comes after the public code, and not the other way round", () => {
    const lost = there(play([{ type: "ended", code: "public" }], running));
    expect(wants(play([{ type: "ended", code: "own" }], lost), start)[0]).toEqual({ type: "stop" });
    const over = there(play([{ type: "ended", code: "own" }], running));
    expect(wants(play([{ type: "ended", code: "public" }], over), start)[0]).toEqual({
      type: "stop",
    });
    // An answer to the alert settles no stop.
    const late = play([{ type: "settled", guardian: "a", phase: "surrendered" }], over);
    expect(wants(late, start)[0]).toEqual({ type: "stop" });
  });
});

test("each arming has a larger number than the one before, and than those of earlier sessions", () => {
  const once = there(play([{ type: "tried", guardian: "a" }]));
  const [a, b] = once.timers.map(({ generation }) => generation);
  expect(a).toBe((b ?? 0) + 1);
  const later = begun("t", due, guardians, start + minutes(60));
  expect(later.timers[0]?.generation).toBeGreaterThan(a ?? 0);
});

test("after a reload the server's time counts, unless the person has changed it since", () => {
  const found = { type: "found", guardian: "a", alertAt: alert - minutes(3) } as const;
  expect(there(play([found], running)).dueAt).toBe(due - minutes(3));
  const longer = there(play([{ type: "extended", at: start }], running));
  expect(there(play([found], longer)).dueAt).toBe(due + minutes(15));
});

describe("what is said", () => {
  const text = (session: Session | null, at: number) => sessionText(there(session), at);

  test.each<[string, Session | null, number, string]>([
    [
      "before the server answered",
      fresh,
      start,
      "Not armed yet: the server has not answered. Nobody is alerted.",
    ],
    [
      "when one guardian's timer is armed",
      play([armed("a")]),
      start,
      "If this session is not ended by 21:30, Ana is alerted at 21:35. Confirmed 21:00.",
    ],
    [
      "when both are",
      running,
      start,
      "If this session is not ended by 21:30, Ana and Ben are alerted at 21:35. Confirmed 21:00.",
    ],
    [
      "after an extension that is not confirmed",
      play([{ type: "extended", at: start }], running),
      start,
      "The new time is not confirmed yet. Ana and Ben are alerted at 21:35.",
    ],
    [
      "when the time is up",
      running,
      due,
      "The time is up. Ana and Ben are alerted at 21:35 unless you end or extend the session.",
    ],
    ["after the alert was due", running, alert, "The alert to Ana and Ben was due at 21:35."],
    [
      "when it was ended and the server does not know",
      play([armed("a"), { type: "ended", code: "own" }]),
      start,
      "Not yet told the server. Ana is alerted at 21:35 unless this phone connects.",
    ],
  ])("%s", (_, session, at, words) => {
    expect(text(session, at)).toBe(words);
  });
});

test.each([
  ["21:30", 30],
  ["20:59", 24 * 60 - 1],
  ["21:00", 24 * 60],
  ["later", null],
  ["", null],
])("the time of day %s is so many minutes away: %s", (time, expected) => {
  expect(minutesUntil(time, start)).toBe(expected);
  expect(clockText(start)).toBe("21:00");
});
