/** Claims about help that is asked for again, or in another emergency, while the notification of the first still stands. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { DownItem } from "#seal/items.ts";
import { people } from "#store/guardians/watched.ts";
import { fractionsOf } from "#test/chance.ts";
import { guardianWorker } from "#test/guardian-worker.ts";
import { alertGuardian, notificationTapped } from "./push.ts";

const of = { emergency: "e", isDrill: false, place: null };
const alarm = (at: number, emergency = "e"): DownItem => ({ kind: "alarm", ...of, emergency, at });
const code: DownItem = { kind: "opened-with-public-code", ...of, at: 2 };

let world: Awaited<ReturnType<typeof guardianWorker>>;

beforeEach(async () => {
  world = await guardianWorker();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

async function push(data: unknown): Promise<void> {
  const text = { web_push: 8030, notification: { title: "", data } };
  await alertGuardian({ data: { json: () => text } } as unknown as PushEvent);
}
const pushItem = async (seq: number, item: DownItem) => push(await world.sealed(seq, item));
const about = () => [...world.shown.values()].map(({ data }) => data);

test("an alarm after the public code sounds again, with the worse words", async () => {
  await pushItem(1, alarm(1));
  await pushItem(2, code);
  await pushItem(3, alarm(3));
  const danger = "Treat as danger: Mia";
  expect(world.titles).toEqual(["Mia needs help", danger, danger]);
  expect(world.isSilent).toBe(false);
  await pushItem(3, alarm(3));
  expect(world.isSilent).toBe(true);
});

test("an alarm of another emergency sounds, and an answer is about the newest one", async () => {
  await pushItem(1, alarm(1));
  await pushItem(2, code);
  await pushItem(3, alarm(3, "f"));
  expect([world.titles.at(-1), world.isSilent]).toEqual(["Treat as danger: Mia", false]);
  expect(about()).toMatchObject([{ about: "f" }]);
});

test("a session that runs out during an emergency sounds", async () => {
  await pushItem(2, alarm(2));
  await pushItem(1, { kind: "overdue", ...of, emergency: "s", at: 1, dueAt: 3 });
  expect([world.titles, world.isSilent]).toEqual([["Mia needs help", "Mia needs help"], false]);
  // Her phone shows answers about the emergency.
  expect(about()).toMatchObject([{ about: "e" }]);
});

test("an alarm that comes behind the public code that followed it makes no second sound", async () => {
  await pushItem(2, code);
  await pushItem(1, alarm(1));
  expect(world.isSilent).toBe(true);
});

test("what was told with the worst of it is not told by itself", async () => {
  world.onServer = [
    { ...(await world.sealed(1, alarm(1))), at: 1 },
    { ...(await world.sealed(2, alarm(2, "f"))), at: 2 },
    { ...(await world.sealed(3, code)), at: 3 },
  ];
  await push({});
  expect([world.titles, world.isSilent]).toEqual([["Treat as danger: Mia"], false]);
  await pushItem(2, alarm(2, "f"));
  expect(world.isSilent).toBe(true);
});

test("what is left when something worse has ended is shown without a sound", async () => {
  await pushItem(1, alarm(1, "f"));
  await pushItem(2, code);
  await pushItem(3, { kind: "ended", emergency: "e", isDrill: false, at: 3 });
  expect([world.titles.at(-1), world.isSilent]).toEqual(["Mia needs help", true]);
});

test("an answer says what was here, where the push of an older alarm comes behind that of a newer one", async () => {
  await pushItem(3, alarm(3));
  await pushItem(1, alarm(1));
  expect(about()).toMatchObject([{ about: "e", seq: 3 }]);
  const [shown] = [...world.shown.values()];
  const notification = { ...shown, close: () => undefined };
  await notificationTapped({ notification, action: "on-the-way" } as unknown as NotificationEvent);
  expect(world.told.at(-1)).toMatchObject({ answer: "on-the-way", about: "e", seq: 3 });
});

test("an answer says what was told with the worst of it, whose own push shows nothing more", async () => {
  world.onServer = [
    { ...(await world.sealed(5, code)), at: 1 },
    { ...(await world.sealed(9, alarm(9))), at: 2 },
  ];
  await push({});
  await pushItem(9, alarm(9));
  expect(about()).toMatchObject([{ about: "e", seq: 9 }]);
});

test("an answer to what cannot be stored says what was pushed", async () => {
  vi.spyOn(people, "change").mockRejectedValue(new Error("Full"));
  await pushItem(4, alarm(4));
  expect(about()).toMatchObject([{ about: "e", seq: 4 }]);
});

test.each(Array.from({ length: 40 }, (_, index) => index + 1))(
  "an answer says the newest that was here, in whatever order pushes come (sequence %d)",
  async (seed) => {
    const random = fractionsOf(seed * 7_919);
    const all = Array.from({ length: 2 + Math.floor(random() * 5) }, (_, at) =>
      random() < 0.2 ? { ...code, at } : alarm(at),
    );
    const mixed = all.map((item) => ({ item, by: random() })).sort((a, b) => a.by - b.by);
    let newest = -1;
    for (const { item } of mixed) {
      newest = Math.max(newest, item.at);
      await pushItem(item.at, item);
      expect(about()).toMatchObject([{ about: "e", seq: newest }]);
    }
  },
);
