/** Claims about what a guardian is told of what came. */
import { expect, test } from "vitest";
import type { DownItem } from "#seal/items.ts";
import { fractionsOf } from "#test/chance.ts";
import { alarm, came, type Given, MINUTE, place, START, where } from "#test/link-items.ts";
import { isDanger, newestSeq, type ReceivedItem, type Situation, storyOf } from "./story.ts";

test.each<[string, ReceivedItem[], Situation]>([
  ["nothing", [], "calm"],
  ["a test message", came({ kind: "test" }), "test"],
  ["an alarm", came(alarm), "alarm"],
  ["an alarm and places", came(alarm, place, place), "alarm"],
  ["places whose alarm is not here any more", came(place), "alarm"],
  ["a low battery", came(alarm, { kind: "battery" }), "alarm"],
  ["the public code", came(alarm, { kind: "opened-with-public-code" }, place), "public-code"],
  [
    "the public code, then the own PIN",
    came(alarm, { kind: "opened-with-public-code" }, { kind: "ended" }),
    "ended",
  ],
  ["the own PIN", came(alarm, { kind: "ended" }), "ended"],
  ["a place that was sent late, after the end", came(alarm, { kind: "ended" }, place), "ended"],
  ["a session that ran out", came({ kind: "overdue" }), "overdue"],
  ["an alarm in a session that ran out", came({ kind: "overdue" }, alarm), "alarm"],
  ["a test message in an emergency", came(alarm, { kind: "test" }), "alarm"],
  ["a test message after an emergency", came(alarm, { kind: "ended" }, { kind: "test" }), "test"],
  ["a second emergency", came(alarm, { kind: "ended" }, { ...alarm, emergency: "b" }), "alarm"],
  ["the end of the link", came({ kind: "unlinked" }), "calm"],
])("%s is told", (_what, items, situation) => {
  expect(storyOf(items).situation).toBe(situation);
});

test("the public code alone tells of no alarm, and what only follows an alarm does", () => {
  const code = { kind: "opened-with-public-code" } as const;
  const hasAlarm = (...items: readonly Given[]) => storyOf(came(...items)).hasAlarm;
  expect([hasAlarm(code), hasAlarm({ kind: "overdue" }, code)]).toEqual([false, false]);
  expect([hasAlarm(alarm, code), hasAlarm(place, code)]).toEqual([true, true]);
});

test("a drill is never danger, and danger is none when it ended", () => {
  const drill = storyOf(came({ ...alarm, isDrill: true }));
  expect([drill.isDrill, isDanger(drill)]).toEqual([true, false]);
  expect(isDanger(storyOf(came(alarm)))).toBe(true);
  expect(isDanger(storyOf(came({ kind: "opened-with-public-code" })))).toBe(true);
  expect(isDanger(storyOf(came(alarm, { kind: "ended" })))).toBe(false);
});

const drill = { emergency: "d", isDrill: true } as const;
test.each(["alarm", "place", "battery", "ended", "opened-with-public-code", "overdue"] as const)(
  "an item of the kind '%s' in a drill is a drill, and no danger",
  (kind) => {
    const items = came({ ...drill, kind, place: where });
    const story = storyOf(items);
    expect([story.isDrill, isDanger(story)]).toEqual([true, false]);
  },
);

test("a drill does not hide an emergency that goes on, and is shown after its end", () => {
  const overdue = { kind: "overdue" } as const;
  expect(storyOf(came(overdue, { ...alarm, ...drill }))).toMatchObject({ situation: "overdue" });
  const ended = came(overdue, { kind: "ended" }, { ...alarm, ...drill });
  expect(storyOf(ended)).toMatchObject({ situation: "alarm", isDrill: true });
});

test("ages count from what the server received, and the phone's own clock is said where it differs", () => {
  const HOUR = 60 * MINUTE;
  for (const wrong of [-3 * HOUR, 3 * HOUR, -30 * MINUTE]) {
    const at = START + wrong;
    const story = storyOf(came({ ...alarm, at, place: where }));
    expect(story.since).toEqual({ at: START, byPhone: at });
    expect(story.startedAt).toEqual({ at: START, byPhone: at });
    expect(story.trail).toMatchObject([{ at: START - 4_000, byPhone: at - 4_000 }]);
  }
  expect(storyOf(came({ ...alarm, at: START - 2 * MINUTE })).since?.byPhone).toBeNull();
});

test("what was left for a session is as old as the server says, whatever the phone's clock says", () => {
  const HOUR = 60 * MINUTE;
  const gotAt = START - 30 * MINUTE;
  for (const wrong of [0, 3 * HOUR, -3 * HOUR]) {
    const written = gotAt + wrong;
    const left = came({ kind: "overdue", at: written, place: where }).map((one) => ({
      ...one,
      gotAt,
    }));
    const story = storyOf(left);
    const byPhone = wrong === 0 ? null : written - 4_000;
    expect(story.trail).toMatchObject([{ at: gotAt - 4_000, byPhone }]);
    expect(story.lastHeard).toBe(gotAt);
    expect(story.since).toEqual({ at: START, byPhone: null });
  }
});

test("a place of a session that an older server sent is as old as the phone said, not as its sending", () => {
  const armed = START - 30 * MINUTE;
  const story = storyOf(came({ kind: "overdue", at: armed, place: where }));
  expect(story.trail).toMatchObject([{ at: armed - 4_000 }]);
  expect(story.since).toEqual({ at: START, byPhone: null });
});

test("a place of unknown age is said to be one", () => {
  const unknown = { ...where, ageMs: null };
  expect(storyOf(came({ ...alarm, place: unknown })).trail[0]?.isAgeUnknown).toBe(true);
});

test("what the server sends by itself is no sign of life of the phone", () => {
  const armed = START - 30 * MINUTE;
  expect(storyOf(came({ kind: "overdue", at: armed })).lastHeard).toBe(armed);
  expect(storyOf(came({ kind: "test" })).lastHeard).toBe(START);
});

test("the trail holds the places of the emergency that is on, the newest last", () => {
  const end = { kind: "ended" } as const;
  const b = { emergency: "b" };
  const items = came(alarm, place, end, { ...alarm, ...b }, { ...place, ...b });
  expect(storyOf(items)).toMatchObject({ emergency: "b", trail: [{ place: where }] });
  const late = came({ kind: "overdue", at: START - MINUTE, place: where }, place);
  const times = storyOf([...late].reverse()).trail.map(({ at }) => at);
  expect(times).toEqual([...times].sort((a, b) => a - b));
});

/** Where the places of a trail are, the newest last. */
const latitudes = (items: readonly ReceivedItem[]) =>
  storyOf(items).trail.map((point) => point.place.latitude);
const at = (latitude: number, ageMs: number | null) => ({ ...where, latitude, ageMs });

test("the place that the phone wrote last is the newest, however long one before it had waited", () => {
  const raised = START - 60 * MINUTE;
  const waited = { ...alarm, at: raised, place: at(1, 2_000) };
  const code = { kind: "opened-with-public-code", at: raised, place: at(2, 60_000) } as const;
  const items = came(waited, code, { ...place, place: at(3, 600_000) });
  expect(latitudes(items)).toEqual([1, 2, 3]);
  // As pushes that were sent again later come.
  expect(latitudes([...items].reverse())).toEqual([1, 2, 3]);
  // What waited is no newer than what was written after it.
  const newest = START + 2 * MINUTE - 600_000;
  expect(storyOf(items).trail.map((point) => point.at)).toEqual([newest, newest, newest]);
  expect(storyOf(items).trail[0]?.byPhone).toBe(raised - 2_000);
});

test("a place of unknown age is not newer than one that was written after it", () => {
  const items = came({ ...alarm, place: at(1, null) }, { ...place, place: at(2, 120_000) });
  expect(latitudes(items)).toEqual([1, 2]);
  expect(storyOf(items).trail.at(-1)).toMatchObject({ isAgeUnknown: false });
});

test("an emergency began with its first item, whatever came after", () => {
  const story = storyOf(came(alarm, place, { kind: "opened-with-public-code" }));
  expect([story.startedAt?.at, story.since?.at]).toEqual([START, START + 2 * MINUTE]);
});

const other = { emergency: "b" } as const;
test("an emergency's end ends no other one", () => {
  const ended = { kind: "ended" } as const;
  expect(storyOf(came(alarm, ended, { ...alarm, ...other })).situation).toBe("alarm");
  expect(storyOf(came(alarm, { ...alarm, ...other }, { ...ended, ...other }))).toMatchObject({
    situation: "alarm",
    emergency: "a",
  });
  // A session's item is numbered when the session begins, and stands where the server sent it.
  const [overdue, ...rest] = came({ kind: "overdue", ...other }, alarm, ended);
  expect(storyOf([...rest, ...(overdue ? [overdue] : [])]).situation).toBe("overdue");
  expect(storyOf([...(overdue ? [overdue] : []), ...rest]).situation).toBe("overdue");
});

test("an answer is about the emergency that an alarm began last, whatever session ran out meanwhile", () => {
  const [overdue, end] = [{ kind: "overdue", emergency: "s" } as const, { kind: "ended" } as const];
  const about = (...items: readonly Given[]) => storyOf(came(...items)).emergency;
  expect(about(alarm, overdue)).toBe("a");
  expect(about(overdue, alarm, { ...overdue, kind: "opened-with-public-code" })).toBe("a");
  expect(about(alarm, overdue, end)).toBe("s");
  const second = came(alarm, { ...alarm, ...other }, overdue);
  expect([storyOf(second).emergency, storyOf([...second].reverse()).emergency]).toEqual(["b", "b"]);
});

test("the newest item of an emergency is the one with the highest number, in whatever order they stand", () => {
  const items = came(alarm, place, { ...alarm, ...other }).reverse();
  expect([newestSeq(items, "a"), newestSeq(items, "b")]).toEqual([1, 2]);
  expect([newestSeq(items, "c"), newestSeq(items, null)]).toEqual([undefined, undefined]);
});

test("the end of the link hides no alarm", () => {
  expect(storyOf(came(alarm, { kind: "unlinked" })).situation).toBe("alarm");
});

test.each(Array.from({ length: 100 }, (_, index) => index + 1))(
  "the trail ends with the place that was written last, whatever waited, and makes none newer than it is (sequence %d)",
  (seed) => {
    const random = fractionsOf(seed * 7_919);
    let [got, written] = [START, START];
    const all = Array.from({ length: 2 + Math.floor(random() * 12) }, (_, seq): ReceivedItem => {
      written += Math.floor(random() * 20 * MINUTE);
      // Each is sent when the one before it has arrived and there is a connection.
      got = Math.max(got, written) + (random() < 0.3 ? random() * 90 * MINUTE : 0);
      const kind = (["alarm", "place", "battery", "opened-with-public-code"] as const)[seq % 4];
      const ageMs = random() < 0.1 ? null : random() * 15 * MINUTE;
      const base = { emergency: "a", at: written, isDrill: false, place: at(seq, ageMs) };
      return { seq, at: got, item: { ...base, kind, level: 0.04 } as DownItem };
    });
    const here = all.filter(() => random() < 0.8);
    const mixed = here.map((one) => ({ one, by: random() })).sort((a, b) => a.by - b.by);
    const { trail } = storyOf(mixed.map(({ one }) => one));
    expect(trail.map((point) => point.place.latitude)).toEqual(here.map(({ seq }) => seq));
    const times = trail.map((point) => point.at);
    expect(times).toEqual([...times].sort((a, b) => a - b));
    for (const [index, { place: one, at: time }] of trail.entries()) {
      expect(time).toBeLessThanOrEqual((here[index]?.at ?? 0) - (one.ageMs ?? 0));
    }
  },
);

const rank = { overdue: 1, alarm: 2, "public-code": 3 } as const;

/** What only an emergency sends that an alarm began. */
const alarming: readonly DownItem["kind"][] = ["alarm", "place", "battery"];

/** What an item of a real emergency says by itself. */
const saying = (kind: DownItem["kind"]) =>
  kind === "overdue" || kind === "opened-with-public-code" ? kind : "alarm";

test.each(Array.from({ length: 300 }, (_, index) => index + 1))(
  "of whatever came, lost, late and mixed, the worst truth wins (sequence %d)",
  (seed) => {
    const random = fractionsOf(seed * 7_919);
    const pick = <T>(of: readonly T[]) => of[Math.floor(random() * of.length)] as T;
    const kinds = ["alarm", "place", "battery", "opened-with-public-code", "ended"] as const;
    const sent = Array.from({ length: 2 + Math.floor(random() * 14) }, () => {
      const move = random();
      if (move < 0.1) return { kind: pick(["test", "unlinked"] as const) };
      if (move < 0.25) return { kind: pick(kinds), emergency: "d", isDrill: true, place: where };
      if (move < 0.4) return { kind: pick(["overdue", "ended"] as const), emergency: "s" };
      return { kind: pick(kinds), emergency: pick(["a", "b"]), place: where };
    });
    const all = came(...(sent as Given[])).filter(() => random() < 0.85);
    const late = all.filter(() => random() < 0.2);
    const items = [...all.filter((one) => !late.includes(one)), ...late];
    const open = ["a", "b", "s"].flatMap((name) => {
      const own = items.filter(({ item }) => "emergency" in item && item.emergency === name);
      return own.some(({ item }) => item.kind === "ended") ? [] : [own];
    });
    const worst = Math.max(
      0,
      ...open.map((own) => {
        const said = own.map(({ item }) => saying(item.kind));
        if (said.includes("opened-with-public-code")) return 3;
        const isAlarm = own.some(({ item }) => item.kind === "alarm");
        if (isAlarm || (said.length > 0 && !said.includes("overdue"))) return 2;
        return said.length > 0 ? 1 : 0;
      }),
    );
    const story = storyOf(items);
    expect(isDanger(story)).toBe(worst > 0);
    if (worst > 0) expect(rank[story.situation as keyof typeof rank]).toBe(worst);
    // Her phone hears answers about the emergency of its alarm.
    const kindsOf = (own: readonly ReceivedItem[]) => own.map(({ item }) => item.kind);
    const begun = open.filter((own) => kindsOf(own).some((kind) => alarming.includes(kind)));
    const last = begun.flat().filter(({ item }) => alarming.includes(item.kind));
    const newest = last.sort((a, b) => a.seq - b.seq).at(-1)?.item;
    if (newest !== undefined) expect(newest).toMatchObject({ emergency: story.emergency });
  },
);
