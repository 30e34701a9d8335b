/** Claims about alerts on a guardian's phone: real links and a real database, with a browser that only notes what it is asked. */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import * as endpoints from "#content/endpoints.ts";
import * as paths from "#content/paths.ts";
import { toBase64url } from "#seal/bytes.ts";
import { type DownItem, sealDown } from "#seal/items.ts";
import { changeWatched, people } from "#store/watched.ts";
import { type LinkPair, makeLink, storePeople } from "#test/link-pair.ts";
import { alertGuardian, notificationTapped } from "./push.ts";

type Options = { body: string; tag: string; data: unknown; actions: { action: string }[] };

const place = { latitude: -33.868_82, longitude: 151.209_29, accuracy: 12, ageMs: 0 };
const of = { emergency: "e", at: 1, isDrill: false };
const alarm: DownItem = { kind: "alarm", ...of, place };

let links: LinkPair[];
let shown: Map<string, Options & { title: string }>;
/** Every notification that was shown, in its order. */
let titles: string[];
let opened: string[];
let focused: number;
let pages: { url: string; focus: () => void }[];
let requests: { path: string; method: string; body: string }[];
/** What the server answers with. */
let onServer: { seq: number; bytes: string; at: number }[];
let isOffline: boolean;
/** Whether the browser lists what it shows. */
let lists: boolean;

beforeEach(async () => {
  links = [await makeLink("ana"), await makeLink("ben")];
  await storePeople(links);
  await changeWatched("ben", (before) => ({ ...before, name: "Ben" }));
  [shown, titles, opened, focused, pages, requests] = [new Map(), [], [], 0, [], []];
  [onServer, isOffline, lists] = [[], false, true];
  vi.stubGlobal("self", {
    registration: {
      showNotification: async (title: string, options: Options) => {
        titles.push(title);
        shown.set(options.tag, { title, ...options });
      },
      getNotifications: async () => (lists ? [...shown.values()] : []),
    },
    clients: {
      matchAll: async () => pages,
      openWindow: async (path: string) => void opened.push(path),
    },
  });
  vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
    if (isOffline) throw new TypeError("Failed to fetch");
    requests.push({ path, method: init.method ?? "", body: String(init.body) });
    if (init.method === "POST") return new Response(null, { status: 201 });
    const link = { state: "claimed", version: "1", owned: null };
    return Response.json({ items: onServer, after: 9, now: 1_000, link });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const sealed = async (seq: number, item: DownItem, link = links[0] as LinkPair) => ({
  seq,
  bytes: toBase64url(await sealDown(link.guardian.down, seq, item)),
});
const push = (data: unknown) =>
  alertGuardian({ data: { json: () => data } } as unknown as PushEvent);
const pushItem = async (seq: number, item: DownItem, link?: LinkPair) =>
  push({ kind: "item", ...(await sealed(seq, item, link)) });
const tap = (action: string) => {
  const [data] = [...shown.values()].map((one) => one.data);
  const notification = { data, close: () => undefined };
  return notificationTapped({ notification, action } as unknown as NotificationEvent);
};

describe("a push", () => {
  test("is opened with the key of the person who sent it, and asks the server for nothing", async () => {
    await pushItem(1, alarm, links[1]);
    expect(titles).toEqual(["Ben needs help"]);
    expect(requests).toEqual([]);
  });

  test.each<[DownItem, string]>([
    [alarm, "Mia needs help"],
    [{ ...alarm, isDrill: true }, "Test from Mia"],
    [{ kind: "battery", ...of, place, level: 0.03 }, "Mia's phone is almost empty"],
    [{ kind: "opened-with-public-code", ...of, place }, "Treat as danger: Mia"],
    [{ kind: "overdue", ...of, place, dueAt: 1 }, "Mia did not come back in time"],
    [{ kind: "ended", ...of }, "Mia ended the emergency"],
    [{ kind: "ended", ...of, isDrill: true }, "Test from Mia"],
    [{ kind: "test", at: 1 }, "Test from Mia"],
    [{ kind: "unlinked", at: 1 }, "Mia ended the link"],
    [{ kind: "place", ...of, place }, "News from Mia"],
  ])("of %o says what it is, and never where", async (item, title) => {
    await pushItem(1, item);
    expect(titles).toEqual([title]);
    expect(JSON.stringify([...shown.values()])).not.toMatch(/33\.8|151\.2/);
  });

  test("that is repeated shows nothing new, nor does an older one that comes late", async () => {
    await pushItem(4, alarm);
    await pushItem(4, alarm);
    await pushItem(3, { kind: "test", at: 1 });
    expect(titles).toEqual(["Mia needs help"]);
  });

  test("of an emergency that two tabs told under two numbers is shown once", async () => {
    await pushItem(3, alarm);
    await pushItem(4, alarm);
    expect(titles).toEqual(["Mia needs help"]);
    await pushItem(5, { kind: "ended", ...of });
    expect(titles).toEqual(["Mia needs help", "Mia ended the emergency"]);
  });

  test("without its item asks the server for every person, and shows what matters most", async () => {
    onServer = [
      { ...(await sealed(1, alarm)), at: 1 },
      { ...(await sealed(2, { kind: "opened-with-public-code", ...of, place })), at: 2 },
      { ...(await sealed(3, { kind: "place", ...of, place })), at: 3 },
    ];
    await push({ kind: "look" });
    expect(titles).toEqual(["Treat as danger: Mia"]);
    const kept = (await people.read()).find(({ id }) => id === "ana");
    expect(kept?.items.map(({ seq }) => seq)).toEqual([1, 2, 3]);
  });

  test.each([
    { when: "just before", at: 999_000, title: "Mia needs help" },
    { when: "long ago", at: 1_000, title: "There is news" },
  ])("without its item, which an open page read $when, says: $title", async ({ at, title }) => {
    const items = [{ seq: 1, at, item: alarm }];
    await changeWatched("ana", (before) => ({ ...before, items, after: 9 }));
    await push({ kind: "look" });
    expect(titles).toEqual([title]);
  });

  test.each([
    ["that nobody sealed", { kind: "item", seq: 1, bytes: toBase64url(new Uint8Array(540)) }],
    ["that says nothing that is known", { kind: "other" }],
    ["without words", null],
  ])("%s shows no person's name", async (_, data) => {
    await push(data);
    expect(titles).toEqual(["There is news"]);
  });

  test("without a connection says that there is news", async () => {
    isOffline = true;
    await push({ kind: "look" });
    expect(titles).toEqual(["There is news"]);
  });

  test("is shown once, although the browser does not list it yet", async () => {
    lists = false;
    await pushItem(1, alarm);
    expect(titles).toEqual(["Mia needs help"]);
  });

  test.each<[string, DownItem]>([
    ["a drill", { ...alarm, isDrill: true }],
    ["a test of the link", { kind: "test", at: 1 }],
  ])("of %s leaves an alert where it is", async (_, item) => {
    await pushItem(1, alarm);
    await pushItem(2, item);
    expect([...shown.values()].map(({ title }) => title)).toEqual([
      "Mia needs help",
      "Test from Mia",
    ]);
  });

  test("of a drill that took the place of an alarm's shows both", async () => {
    const drill: DownItem = { ...alarm, isDrill: true };
    onServer = [
      { ...(await sealed(1, alarm)), at: 1 },
      { ...(await sealed(2, drill)), at: 2 },
    ];
    await pushItem(2, drill);
    expect(titles).toEqual(["Mia needs help", "Test from Mia"]);
  });

  test.each([
    ["with its item", async () => pushItem(1, alarm)],
    ["without its item", async () => push({ kind: "look" })],
  ])("%s is shown although the disk is full", async (_, arrive) => {
    onServer = [{ ...(await sealed(1, alarm)), at: 1 }];
    const full = new DOMException("The disk is full", "QuotaExceededError");
    vi.spyOn(people, "change").mockRejectedValue(full);
    await arrive();
    expect(titles).toEqual(["Mia needs help"]);
  });

  test("from a person whose link has ended is not opened", async () => {
    await changeWatched("ana", (before) => ({ ...before, isEnded: true }));
    await pushItem(1, alarm);
    expect(titles).toEqual(["There is news"]);
  });
});

describe("a tap", () => {
  beforeEach(() => pushItem(1, alarm));

  test("on the notification opens the guardian's page", async () => {
    await tap("");
    expect(opened).toEqual([paths.watch]);
  });

  test("brings the page forward where it is open", async () => {
    const focus = () => {
      focused += 1;
    };
    pages = [
      { url: "http://localhost/app", focus: () => expect.unreachable() },
      { url: "http://localhost/watch", focus },
    ];
    await tap("");
    expect([opened, focused]).toEqual([[], 1]);
  });

  test("on an answer sends it sealed, once, and opens nothing", async () => {
    await tap("on-the-way");
    expect(opened).toEqual([]);
    expect(requests.map(({ method, path }) => [method, path])).toEqual([
      ["POST", endpoints.watchItems],
    ]);
    expect(requests[0]?.body).not.toContain("way");
    const kept = (await people.read()).find(({ id }) => id === "ana");
    expect(kept).toMatchObject({ nextSeq: 2, answers: [{ answer: "on-the-way", about: "e" }] });
  });

  test("on an answer that could not be sent opens the page", async () => {
    isOffline = true;
    await tap("police-called");
    expect(opened).toEqual([paths.watch]);
    expect((await people.read()).flatMap(({ answers }) => answers)).toEqual([]);
  });
});
