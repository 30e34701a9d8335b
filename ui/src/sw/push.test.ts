/** Claims about alerts on a guardian's phone: real links and a real database, with a browser that only notes what it is asked. */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import * as endpoints from "#content/endpoints.ts";
import * as paths from "#content/paths.ts";
import { toBase64url } from "#seal/bytes.ts";
import type { DownItem } from "#seal/items.ts";
import { changeWatched, people } from "#store/guardians/watched.ts";
import { guardianWorker } from "#test/guardian-worker.ts";
import { alertGuardian, notificationTapped } from "./push.ts";

const place = { latitude: -33.868_82, longitude: 151.209_29, accuracy: 12, ageMs: 0 };
const of = { emergency: "e", at: 1, isDrill: false };
const alarm: DownItem = { kind: "alarm", ...of, place };

let world: Awaited<ReturnType<typeof guardianWorker>>;

beforeEach(async () => {
  world = await guardianWorker();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** What the server sends, with this in the notification's data. */
const message = (data: unknown) => ({ web_push: 8030, notification: { title: "", data } });
const pushText = (text: unknown) =>
  alertGuardian({ data: { json: () => text } } as unknown as PushEvent);
const push = (data: unknown) => pushText(message(data));
const pushItem = async (seq: number, item: DownItem, link?: number) =>
  push(await world.sealed(seq, item, link));
const tap = (action: string) => {
  const [data] = [...world.shown.values()].map((one) => one.data);
  const notification = { data, close: () => undefined };
  return notificationTapped({ notification, action } as unknown as NotificationEvent);
};

describe("a push", () => {
  test("is opened with the key of the person who sent it, and asks the server for nothing", async () => {
    await pushItem(1, alarm, 1);
    expect(world.titles).toEqual(["Ben needs help"]);
    expect(world.requests.filter(({ method }) => method !== "POST")).toEqual([]);
  });

  test.each<[DownItem, string]>([
    [alarm, "Mia needs help"],
    [{ ...alarm, isDrill: true }, "Test from Mia"],
    [{ kind: "battery", ...of, place, level: 0.03 }, "Mia needs help"],
    [{ kind: "opened-with-public-code", ...of, place }, "Treat as danger: Mia"],
    [{ kind: "overdue", ...of, place, dueAt: 1 }, "Mia did not come back in time"],
    [{ kind: "ended", ...of }, "Mia ended the alert"],
    [{ kind: "ended", ...of, isDrill: true }, "Test from Mia"],
    [{ kind: "test", at: 1 }, "Test from Mia"],
    [{ kind: "unlinked", at: 1 }, "Mia ended the link"],
    [{ kind: "place", ...of, place }, "Mia needs help"],
  ])("of %o says what it is, and never where", async (item, title) => {
    await pushItem(1, item);
    expect(world.titles).toEqual([title]);
    expect(JSON.stringify([...world.shown.values()])).not.toMatch(/33\.8|151\.2/);
  });

  test("of which the browser hands over the notification is opened as well", async () => {
    const notification = { data: await world.sealed(1, alarm) };
    await alertGuardian({ data: null, notification } as unknown as PushEvent);
    expect(world.titles).toEqual(["Mia needs help"]);
  });

  test("leads to the guardian's page without the worker", async () => {
    await pushItem(1, alarm);
    await push({});
    expect([...world.shown.values()].map(({ navigate }) => navigate)).toEqual([
      "http://localhost/watch",
    ]);
  });

  test.each([
    ["that is repeated", 4, alarm],
    ["that is older and comes late", 3, { kind: "battery", ...of, place, level: 0.03 }],
    ["that another tab told under another number", 5, alarm],
  ] as const)("%s shows again what stands, without a sound", async (_, seq, item) => {
    await pushItem(4, alarm);
    expect(world.isSilent).toBe(false);
    await pushItem(seq, item);
    expect([world.titles, world.isSilent]).toEqual([["Mia needs help", "Mia needs help"], true]);
    expect([...world.shown.values()]).toMatchObject([
      { title: "Mia needs help", tag: "person-ana" },
    ]);
    await tap("");
    expect(world.opened).toEqual([paths.watch]);
    await pushItem(6, { kind: "ended", ...of });
    expect(world.titles.at(-1)).toBe("Mia ended the alert");
  });

  test("that is repeated after its notification was closed says that there is news", async () => {
    await pushItem(4, alarm);
    world.shown.clear();
    await pushItem(4, alarm);
    expect(world.titles).toEqual(["Mia needs help", "There is news"]);
  });

  test("of a low battery, and of the link's end, hides no worse news", async () => {
    const low: DownItem = { kind: "battery", ...of, place, level: 0.03 };
    await pushItem(1, alarm);
    await pushItem(2, low);
    await pushItem(3, { kind: "opened-with-public-code", ...of, place });
    await pushItem(4, { ...low, at: 2 });
    await pushItem(5, { kind: "unlinked", at: 3 });
    // The last two show again what stands.
    const danger = "Treat as danger: Mia";
    const said = ["Mia needs help", "Mia's phone is almost empty", danger, danger, danger];
    expect(world.titles).toEqual(said);
  });

  test("of an end says nothing of it while another emergency is on", async () => {
    world.onServer = [
      { ...(await world.sealed(1, alarm)), at: 1 },
      { ...(await world.sealed(2, { kind: "ended", ...of })), at: 2 },
      { ...(await world.sealed(3, { ...alarm, emergency: "f" })), at: 3 },
    ];
    await pushItem(2, { kind: "ended", ...of });
    expect(world.titles).toEqual(["Mia needs help"]);
    const [only] = [...world.shown.values()];
    expect(only?.data).toMatchObject({ about: "f" });
  });

  test("of bad news that come behind others shows them", async () => {
    await pushItem(5, { ...alarm, emergency: "f" });
    await pushItem(3, { kind: "opened-with-public-code", ...of, place });
    expect(world.titles).toEqual(["Mia needs help", "Treat as danger: Mia"]);
  });

  test("behind 42 minutes of places says the worst of them", async () => {
    const places = Array.from({ length: 252 }, (_, index): DownItem => {
      return { kind: "place", ...of, at: index, place };
    });
    const code: DownItem = { kind: "opened-with-public-code", ...of, place };
    const all = [...places, code].map(async (item, seq) => ({
      ...(await world.sealed(seq, item)),
      at: 1,
    }));
    const items = await Promise.all(all);
    vi.stubGlobal("fetch", async (path: string) => {
      const from = Number(new URL(path, "http://localhost").searchParams.get("after")) + 1;
      const page = items.slice(from, from + 250);
      const link = { state: "claimed", version: "1", owned: null, reached: { push: "works" } };
      return Response.json({ items: page, after: from + page.length - 1, now: 1_000, link });
    });
    await push({ kind: "look" });
    expect(world.titles).toEqual(["Treat as danger: Mia"]);
  });

  test("is stored before it is shown, so that the page knows it without a connection", async () => {
    world.isOffline = true;
    await pushItem(3, alarm);
    const kept = async () => (await people.read()).find(({ id }) => id === "ana");
    expect(await kept()).toMatchObject({
      items: [{ seq: 3, item: alarm, isPushed: true }],
      after: -1,
    });
    world.isOffline = false;
    world.onServer = [{ ...(await world.sealed(3, alarm)), at: 7 }];
    await push({ kind: "look" });
    expect((await kept())?.items).toEqual([{ seq: 3, at: 7_000, item: alarm }]);
  });

  test("without its item asks the server for every person, and shows what matters most", async () => {
    world.onServer = [
      { ...(await world.sealed(1, alarm)), at: 1 },
      { ...(await world.sealed(2, { kind: "opened-with-public-code", ...of, place })), at: 2 },
      { ...(await world.sealed(3, { kind: "place", ...of, place })), at: 3 },
    ];
    await push({});
    expect(world.titles).toEqual(["Treat as danger: Mia"]);
    const kept = (await people.read()).find(({ id }) => id === "ana");
    expect(kept?.items.map(({ seq }) => seq)).toEqual([1, 2, 3]);
  });

  test.each([
    { when: "just before", at: 999_000, title: "Mia needs help" },
    { when: "long ago", at: 1_000, title: "There is news" },
  ])("without its item, which an open page read $when, says: $title", async ({ at, title }) => {
    const items = [{ seq: 1, at, item: alarm }];
    await changeWatched("ana", (before) => ({ ...before, items, after: 9 }));
    await push({});
    expect(world.titles).toEqual([title]);
  });

  test.each([
    ["that nobody sealed", message({ seq: 1, bytes: toBase64url(new Uint8Array(540)) })],
    ["that says nothing that is known", { kind: "other" }],
    ["without words", null],
  ])("%s shows no person's name", async (_, text) => {
    await pushText(text);
    expect(world.titles).toEqual(["There is news"]);
  });

  test("without a connection says that there is news", async () => {
    world.isOffline = true;
    await push({});
    expect(world.titles).toEqual(["There is news"]);
  });

  test("is shown once, although the browser does not list it yet", async () => {
    world.lists = false;
    await pushItem(1, alarm);
    expect(world.titles).toEqual(["Mia needs help"]);
  });

  test("whose news do not come in time says that there is news", async () => {
    // What waits for the database by the clock of the test is overdue at once, so nothing may be on its way.
    await people.read();
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    vi.spyOn(people, "read").mockReturnValue(new Promise(() => undefined));
    await Promise.all([push({}), vi.advanceTimersByTimeAsync(15_000)]);
    expect(world.titles).toEqual(["There is news"]);
  });

  test.each<[string, DownItem]>([
    ["a drill", { ...alarm, isDrill: true }],
    ["a test of the link", { kind: "test", at: 1 }],
  ])("of %s leaves an alert where it is", async (_, item) => {
    await pushItem(1, alarm);
    await pushItem(2, item);
    expect([...world.shown.values()].map(({ title }) => title)).toEqual([
      "Mia needs help",
      "Test from Mia",
    ]);
  });

  test("of a drill that took the place of an alarm's shows both", async () => {
    const drill: DownItem = { ...alarm, isDrill: true };
    world.onServer = [
      { ...(await world.sealed(1, alarm)), at: 1 },
      { ...(await world.sealed(2, drill)), at: 2 },
    ];
    await pushItem(2, drill);
    expect(world.titles).toEqual(["Mia needs help", "Test from Mia"]);
  });

  test.each([
    ["with its item", async () => pushItem(1, alarm)],
    ["without its item", async () => push({})],
  ])("%s is shown although the disk is full", async (_, arrive) => {
    world.onServer = [{ ...(await world.sealed(1, alarm)), at: 1 }];
    const full = new DOMException("The disk is full", "QuotaExceededError");
    vi.spyOn(people, "change").mockRejectedValue(full);
    await arrive();
    expect(world.titles).toEqual(["Mia needs help"]);
  });

  test("from a person whose link has ended is not opened", async () => {
    await changeWatched("ana", (before) => ({ ...before, isEnded: true }));
    await pushItem(1, alarm);
    expect(world.titles).toEqual(["There is news"]);
  });
});

describe("a tap", () => {
  beforeEach(() => pushItem(1, alarm));

  test("on the notification opens the guardian's page", async () => {
    await tap("");
    expect(world.opened).toEqual([paths.watch]);
  });

  test("brings the page forward where it is open", async () => {
    let focused = 0;
    const focus = () => {
      focused += 1;
    };
    world.pages = [
      { url: "http://localhost/app", focus: () => expect.unreachable() },
      { url: "http://localhost/watch", focus },
    ];
    await tap("");
    expect([world.opened, focused]).toEqual([[], 1]);
  });

  test("on an answer sends it sealed, once, and opens nothing", async () => {
    world.requests = [];
    await tap("on-the-way");
    expect(world.opened).toEqual([]);
    const sent = world.requests.filter(({ method }) => method === "POST");
    expect(sent).toMatchObject([{ path: endpoints.watchItems }]);
    expect(sent[0]?.body).not.toContain("way");
    expect(world.told.at(-1)).toMatchObject({ answer: "on-the-way", about: "e", seq: 1 });
    const kept = (await people.read()).find(({ id }) => id === "ana");
    expect(kept).toMatchObject({ nextSeq: 3, answers: [{ answer: "on-the-way", about: "e" }] });
  });

  test("on an answer that could not be sent opens the page", async () => {
    world.isOffline = true;
    await tap("police-called");
    expect(world.opened).toEqual([paths.watch]);
    expect((await people.read()).flatMap(({ answers }) => answers)).toEqual([]);
  });
});
