/** Claims about what a guardian's phone answers a push, and about tests beside alarms. */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { toBase64url } from "#seal/bytes.ts";
import type { DownItem } from "#seal/items.ts";
import { randomBytes, SOUND_SECRET_BYTES } from "#seal/keys.ts";
import { givenSounds } from "#store/guardians/given-sounds.ts";
import { changeLinks } from "#store/guardians/link-record.ts";
import { people } from "#store/guardians/watched.ts";
import { guardianWorker } from "#test/guardian-worker.ts";
import { alertGuardian, notificationTapped } from "./push.ts";

const alarm: DownItem = { kind: "alarm", emergency: "e", at: 1, isDrill: false, place: null };

let world: Awaited<ReturnType<typeof guardianWorker>>;

beforeEach(async () => {
  world = await guardianWorker();
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const push = (data: unknown) => {
  const text = { web_push: 8030, notification: { title: "", data } };
  return alertGuardian({ data: { json: () => text } } as unknown as PushEvent);
};
const pushItem = async (seq: number, item: DownItem) => push(await world.sealed(seq, item));

describe("a push", () => {
  const alarmed = { about: "e", seq: 4 };
  test.each<[string, number, DownItem, object]>([
    ["an alarm", 4, alarm, alarmed],
    ["a test", 5, { kind: "test", at: 1 }, { about: null, seq: 5 }],
  ])("of %s is answered: it has arrived, also when it is repeated", async (_, seq, item, what) => {
    await pushItem(seq, item);
    await pushItem(seq, item);
    expect(world.told).toMatchObject([
      { kind: "arrived", ...what },
      { kind: "arrived", ...what },
    ]);
  });

  test("that does not open is not said to have arrived", async () => {
    await push({ seq: 1, bytes: toBase64url(new Uint8Array(540)) });
    expect(world.told).toEqual([]);
  });

  test("notes how far the server was read, and leaves to the page what only that reads", async () => {
    const kept = async () => (await people.read()).find(({ id }) => id === "ana");
    world.onServer = [{ ...(await world.sealed(1, alarm)), at: 1 }];
    await push({});
    expect(await kept()).toMatchObject({ newest: 9, after: -1 });
    world.isOffline = true;
    await push({});
    expect((await kept())?.newest).toBe(9);
  });

  test("keeps what it takes to listen, because the page may be opened when the server has it no more", async () => {
    await changeLinks("given-sounds", () => ({ keep: undefined, answer: undefined }));
    const item = { emergency: "e", at: 1, isDrill: false, secret: randomBytes(SOUND_SECRET_BYTES) };
    world.onServer = [
      { ...(await world.sealed(1, alarm)), at: 1 },
      { seq: 2, bytes: await world.given(2, item), at: 1 },
    ];
    await push({});
    // The next one reads the same again.
    await push({});
    expect(world.titles[0]).toBe("Mia needs help");
    expect(await givenSounds.read()).toEqual([{ person: "ana", ...item }]);
    await changeLinks("given-sounds", () => ({ keep: undefined, answer: undefined }));
  });

  test("of an alarm reads nothing, and its answer keeps what it takes to listen, which came behind it without a push", async () => {
    await changeLinks("given-sounds", () => ({ keep: undefined, answer: undefined }));
    await pushItem(1, alarm);
    const item = { emergency: "e", at: 1, isDrill: false, secret: randomBytes(SOUND_SECRET_BYTES) };
    world.onServer = [{ seq: 2, bytes: await world.given(2, item), at: 1 }];
    const notification = { data: world.shown.get("person-ana")?.data, close: () => undefined };
    await notificationTapped({ notification, action: "seen" } as unknown as NotificationEvent);
    expect(await givenSounds.read()).toEqual([{ person: "ana", ...item }]);
    expect([world.titles, world.opened]).toEqual([["Mia needs help"], []]);
    await changeLinks("given-sounds", () => ({ keep: undefined, answer: undefined }));
  });

  test("that was lost is made up for when the one before it is answered: what was read is shown", async () => {
    await pushItem(1, alarm);
    const worse: DownItem = { ...alarm, kind: "opened-with-public-code", at: 2 };
    world.onServer = [{ ...(await world.sealed(2, worse)), at: 2 }];
    const notification = { data: world.shown.get("person-ana")?.data, close: () => undefined };
    await notificationTapped({ notification, action: "seen" } as unknown as NotificationEvent);
    expect(world.titles).toHaveLength(2);
    expect(world.shown.get("person-ana")?.data).toMatchObject({ about: "e", seq: 2 });
    // Its push comes after all.
    await pushItem(2, worse);
    expect(world.shown.get("person-ana")?.data).toMatchObject({ about: "e", seq: 2 });
  });

  test("does not note how far the server was read where something before that is lost, so that the page says it", async () => {
    world.onServer = [{ ...(await world.sealed(5, { kind: "test", at: 1 })), at: 1 }];
    world.newsBefore = 7;
    await push({});
    expect((await people.read()).find(({ id }) => id === "ana")?.newest).toBe(0);
  });

  test.each<[string, DownItem]>([
    ["a drill", { ...alarm, isDrill: true }],
    ["a test", { kind: "test", at: 1 }],
    ["a weekly check", { kind: "test", at: 1, of: "heartbeat" }],
  ])("of an alarm is shown after %s that came first, although it is older", async (_, item) => {
    world.isOffline = true;
    await pushItem(5, item);
    await pushItem(4, alarm);
    expect(world.titles.at(-1)).toBe("Mia needs help");
    expect([...world.shown.keys()].sort()).toEqual(["person-ana", "test-ana"]);
    // And stays when the other one is repeated.
    await pushItem(5, item);
    expect(world.shown.get("person-ana")?.title).toBe("Mia needs help");
  });

  test.each([
    ["that is delivered hours late", {}, { at: 7_000 }],
    ["of a session", { gotAt: 3 }, { at: 7_000, gotAt: 3_000 }],
  ])("%s, without a connection, is as old as the server says", async (_, also, times) => {
    world.isOffline = true;
    await push({ ...(await world.sealed(3, alarm)), at: 7, ...also });
    const kept = (await people.read()).find(({ id }) => id === "ana");
    expect(kept?.items).toMatchObject([times]);
    expect([...world.shown.values()]).toMatchObject([{ timestamp: 7_000 }]);
  });

  test("without its item keeps when the server got what it sent later", async () => {
    world.onServer = [{ ...(await world.sealed(3, alarm)), at: 7, gotAt: 3 }];
    await push({});
    const kept = (await people.read()).find(({ id }) => id === "ana");
    expect(kept?.items).toMatchObject([{ at: 7_000, gotAt: 3_000 }]);
  });

  test("of the weekly check makes no sound", async () => {
    await pushItem(1, { kind: "test", at: 1, of: "heartbeat" });
    expect([world.titles, world.isSilent]).toEqual([["Weekly check from Mia"], true]);
  });
});
