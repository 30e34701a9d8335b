/** Claims about what waits for guardians, and how old it is when it is sent. */

import { afterEach, expect, test, vi } from "vitest";
import type { DownItem } from "#seal/items.ts";
import { guardianOutbox } from "#store/guardians/guardian-outbox.ts";
import { guardianTold } from "#store/guardians/guardian-told.ts";
import { removeGuardian } from "#store/guardians/guardians.ts";
import { stubStorage } from "#test/alert-page.ts";
import { fakeClock } from "#test/fake-clock.ts";
import { fakeWatchServer, type LinkPair, makeOwnLink, storeGuardians } from "#test/link-pair.ts";
import { patiently } from "#test/patience.ts";
import { itemAt, sendNow, sendOutbox } from "./guardian-outbox.ts";
import { withItem } from "./outbox-rules.ts";

afterEach(() => {
  vi.unstubAllGlobals();
});

const place = { latitude: 1, longitude: 2, accuracy: 12, ageMs: 10_000 };

/** A row with an item that is queued now. */
function queued(
  clock: ReturnType<typeof fakeClock>,
  kind: "place" | "alarm" = "place",
  guardian = "a",
) {
  const item: DownItem = {
    ...{ kind, emergency: "e", isDrill: false },
    ...{ at: clock.wallTime(), place },
  };
  const to = { guardians: [{ id: guardian }], idFor: () => "row", madeAt: clock.moment() };
  const [row] = withItem([], item, to);
  if (row === undefined) throw new Error("Nothing is queued.");
  return row;
}

test("a place that waited while the phone slept is sent as old as it is", async () => {
  const clock = fakeClock();
  const row = queued(clock);
  await clock.advance(60_000);
  clock.sleep(3_000_000);
  const sent = { at: clock.wallTime(), place: { ...place, ageMs: 3_070_000 } };
  expect(itemAt(row, clock.moment())).toMatchObject(sent);
  // As an earlier release stored it.
  const { madeAt: _, ...earlier } = row;
  expect(itemAt(earlier, clock.moment())).toMatchObject(sent);
});

test("a place whose clock was set back while it waited is of unknown age", async () => {
  const clock = fakeClock();
  const row = queued(clock);
  await clock.advance(600_000);
  clock.changeWallTime(-590_000);
  expect(itemAt(row, clock.moment())).toMatchObject({ place: { ageMs: null } });
});

test("an alarm that waited says when it was raised", async () => {
  const clock = fakeClock();
  const row = queued(clock, "alarm");
  await clock.advance(600_000);
  expect(itemAt(row, clock.moment())).toEqual(row.item);
});

/** A guardian whose server does not answer yet, and what is sent now; `kind` is queued, and was tried once. */
async function tried(kind: "place" | "alarm") {
  stubStorage();
  const link = await makeOwnLink("Ben");
  await storeGuardians([link]);
  const server = fakeWatchServer();
  vi.stubGlobal("fetch", server.fetch);
  const clock = fakeClock();
  const row = queued(clock, kind, link.guardian.id);
  await guardianOutbox.change(() => ({ keep: [row], answer: undefined }));
  const send = () => sendOutbox({ now: clock.moment });
  server.health = "off";
  expect(await send()).toBe(false);
  server.health = "works";
  return { clock, server, send, row, link, opened: () => server.opened(link) };
}

test("a place that was tried in vain is sent as old as it is when it is tried again, under its number", async () => {
  const { clock, send, opened } = await tried("place");
  const before = (await guardianOutbox.read())[0]?.sealed?.seq;
  await clock.advance(90_000);
  expect(await send()).toBe(true);
  expect(await opened()).toMatchObject([{ at: clock.wallTime(), place: { ageMs: 100_000 } }]);
  expect(await guardianTold.read()).toMatchObject([{ seq: before }]);
});

test("an alarm that was tried in vain is sent as it was", async () => {
  const { clock, send, row, opened } = await tried("alarm");
  await clock.advance(90_000);
  expect(await send()).toBe(true);
  expect(await opened()).toEqual([row.item]);
});

test.each([
  ["comes once where it is tried again within a minute", 30_000, [10_000]],
  ["comes once more later, with its age then", 90_000, [10_000, 100_000]],
])("a place whose answer was lost %s", async (_, laterMs, ages) => {
  const { clock, server, send, opened } = await tried("place");
  vi.stubGlobal("fetch", async (...request: Parameters<typeof fetch>) => {
    await server.fetch(...request);
    throw new TypeError("Failed to fetch");
  });
  expect(await send()).toBe(false);
  vi.stubGlobal("fetch", server.fetch);
  await clock.advance(laterMs);
  await send();
  await send();
  expect(await guardianOutbox.read()).toEqual([]);
  const came = (await opened()).map((item) => "place" in item && item.place?.ageMs);
  expect(came).toEqual(ages);
});

test("an end follows its alarm at once where the link was said not to be there for hours", async () => {
  const { clock, server, send, row, opened } = await tried("alarm");
  const end: DownItem = { kind: "ended", emergency: "e", isDrill: false, at: clock.wallTime() };
  await guardianOutbox.change((rows) => ({
    keep: [...rows, { ...row, id: "end", item: end }],
    answer: undefined,
  }));
  server.health = "hotel";
  for (let minute = 0; minute < 180; minute += 1) {
    await send();
    await clock.advance(60_000);
  }
  server.health = "works";
  expect(await send()).toBe(true);
  expect(await opened()).toEqual([row.item, end]);
});

test.each<[string, (link: LinkPair) => Promise<unknown>]>([
  ["that waited", () => sendOutbox()],
  ["of a test", ({ guardian }) => sendNow(guardian, { kind: "test", at: 1 })],
])(
  "an item %s, and that arrives after its guardian was removed, leaves nothing here",
  async (_, send) => {
    const { server, link } = await tried("alarm");
    let isSent = false;
    let answer = () => undefined as unknown;
    vi.stubGlobal("fetch", async (...request: Parameters<typeof fetch>) => {
      isSent = true;
      await new Promise<void>((resolve) => {
        answer = resolve;
      });
      return server.fetch(...request);
    });
    const sending = send(link);
    await vi.waitUntil(() => isSent, patiently);
    await removeGuardian(link.guardian);
    answer();
    await sending;
    expect(server.posts()).toBe(2);
    expect(await guardianTold.read()).toEqual([]);
  },
);
