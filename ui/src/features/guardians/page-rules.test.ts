/** Claims about the line that says what a guardian's page shows. Random sequences are in `test/her-page-line.test.ts`. */
import { expect, test } from "vitest";
import type { DownItem } from "#seal/items.ts";
import { leftOpen, type PageFacts, pageText } from "./page-rules.ts";

const DAY = 24 * 3_600_000;
const at = Date.UTC(2026, 10, 20, 20, 0);
const now = { wall: at + 60_000, running: 60_000 };
const guardian = { id: "ben", name: "Ben" };
const facts: PageFacts = { guardian, known: null, told: [], waiting: [], session: null, now };

const item = (kind: DownItem["kind"], of: object = {}) =>
  ({ kind, emergency: "e", at, isDrill: false, place: null, dueAt: at, ...of }) as DownItem;
const told = (seq: number, kind: DownItem["kind"], of: object = {}) => ({
  ...{ guardian: "ben", seq, at },
  item: item(kind, of),
});
const text = (changed: Partial<PageFacts>) =>
  pageText({ ...facts, ...changed }).replaceAll(/, [A-Z][a-z]+ \d+, \d+:\d\d(.[AP]M)?/g, "");
const pushed = (pushedSeq: number | null) =>
  ({
    state: "claimed",
    owned: { push: "works", brokenSince: null, pushedSeq },
  }) as const;
const alarm = told(4, "alarm");
const end = told(6, "ended");

test("before anything of an emergency was sent it says so, and no more", () => {
  expect(text({})).toBe("No emergency is noted as sent to Ben's page.");
  expect(text({ told: [{ ...alarm, guardian: "ana" }] })).toBe(text({}));
});

test("what the phone never confirmed is sent, and not shown", () => {
  const sent = "Sent for Ben's page: you started an emergency. ";
  const unsure = `${sent}Stored on our server. It is not known to have arrived.`;
  expect(text({ told: [alarm] })).toBe(unsure);
  expect(text({ told: [alarm], known: pushed(3) })).toBe(unsure);
  expect(text({ told: [alarm], known: pushed(4) })).toBe(
    `${sent}Taken by the push service for Ben's phone. That is no proof that it arrives.`,
  );
  expect(text({ told: [alarm], now: { ...now, wall: at + 3 * DAY + 1 } })).toBe(
    `${sent}It is not known to have arrived, and our server keeps it for three days only.`,
  );
});

test("what the phone confirmed is shown: by its number, or by an answer to the emergency", () => {
  for (const known of [{ arrived: [4] }, { reached: ["e"] }]) {
    expect(text({ told: [alarm], guardian: { ...guardian, ...known } })).toBe(
      "Ben's page shows: you started an emergency.",
    );
  }
});

test("an end that is not known to have arrived leaves the alarm shown until then", () => {
  const there = { ...guardian, arrived: [4], reached: ["e"] };
  expect(text({ told: [alarm, end], guardian: there })).toBe(
    "Sent for Ben's page: ended with your own PIN. Stored on our server. It is not known to have arrived. Until then it shows: you started an emergency.",
  );
  expect(text({ told: [alarm, end], guardian: { ...there, arrived: [4, 6] } })).toBe(
    "Ben's page shows: ended with your own PIN.",
  );
});

test("an end of something worse that did not arrive is not passed over for what goes on", () => {
  const session = told(-1, "overdue", { emergency: "s" });
  const there = { ...guardian, arrived: [4], reached: ["e", "s"] };
  expect(text({ told: [session, alarm, end], guardian: there })).toBe(
    "Sent for Ben's page: you did not end a session in time. What ended before is not known to have arrived. Until then it shows: you started an emergency.",
  );
});

test("an end that waits for a connection is on its way, and not there", () => {
  const there = { ...guardian, arrived: [4] };
  const waiting = { guardian: "ben", item: item("ended"), sealed: null };
  const shown = "Ben's page shows: you started an emergency.";
  const onItsWay = `${shown} On its way, and not confirmed by our server: ended with your own PIN.`;
  expect(text({ told: [alarm], guardian: there, waiting: [waiting] })).toBe(onItsWay);
  const place = { ...waiting, item: item("place") };
  expect(text({ told: [alarm], guardian: there, waiting: [place] })).toBe(shown);
  const confirmed = { ...waiting, sealed: { seq: 6 } };
  const arrived = { ...there, arrived: [4, 6] };
  expect(text({ told: [alarm], guardian: arrived, waiting: [confirmed] })).toBe(
    "Ben's page shows: ended with your own PIN.",
  );
});

test("a drill is called one, and hides no emergency", () => {
  const drill = told(7, "alarm", { emergency: "e-test", isDrill: true });
  const there = { ...guardian, arrived: [4, 7] };
  expect(text({ told: [drill], guardian: there })).toBe(
    "Ben's page shows: drill, you started an emergency.",
  );
  expect(text({ told: [alarm, drill], guardian: there })).toBe(
    "Ben's page shows: you started an emergency.",
  );
});

test("a session whose time has passed may have alerted, as long as the server did not say", () => {
  const held = { alertAt: 5_000, hasFired: false };
  const session = (server: number, of: object = {}) => ({
    id: "s",
    clock: { server, at: now },
    timers: [{ guardian: "ben", held: { ...held, ...of } }],
  });
  const unknown = / A session's time has passed: whether Ben was alerted is not known\.$/;
  expect(text({ session: session(4_999) })).not.toMatch(unknown);
  expect(text({ session: session(5_000) })).toMatch(unknown);
  expect(text({ session: session(5_000, { hasFired: true }) })).not.toMatch(unknown);
});

test("what the page shows as going on is left open until its end is sent, unless a session of this phone tells it", () => {
  const open = (changed: Partial<PageFacts>) => leftOpen({ ...facts, ...changed });
  const ending = { guardian: "ben", item: end.item, sealed: null };
  const surrendered = told(7, "opened-with-public-code", { emergency: "s" });
  expect(open({ told: [alarm] })).toEqual(["e"]);
  expect(open({ told: [alarm, end] })).toEqual([]);
  expect(open({ told: [alarm], waiting: [ending] })).toEqual([]);
  expect(open({ told: [alarm], waiting: [{ ...ending, guardian: "ana" }] })).toEqual(["e"]);
  expect(open({ told: [told(7, "alarm", { isDrill: true })] })).toEqual([]);
  expect(open({ told: [alarm, surrendered] })).toEqual(["e", "s"]);
  const session = { id: "s", clock: null, timers: [] };
  expect(open({ told: [surrendered], session })).toEqual([]);
});
