/** Claims about what came, on the guardian's page, in every state. */
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { disguiseTitle } from "#content/product.ts";
import { fromBase64url, toBase64url } from "#seal/bytes.ts";
import { type DownItem, openUp, sealDown } from "#seal/items.ts";
import { type LinkKeys, linkKeys, makePair, randomBytes } from "#seal/keys.ts";
import { changeLinks } from "#store/guardians/link-record.ts";
import { changeWatched, people, withItems } from "#store/guardians/watched.ts";
import { fakeWatches } from "#test/fake-watches.ts";
import { freshServer, guardian, show, tap } from "#test/guardian.tsx";

let server = fakeWatches();

beforeEach(async () => {
  server = await freshServer();
});
const drilled = { emergency: "e", isDrill: false } as const;
const place = { latitude: 47.0000625, longitude: 8.0000625, accuracy: 12, ageMs: 0 };
const alarm = (): DownItem => ({ kind: "alarm", ...drilled, at: Date.now(), place: null });
const at = (): DownItem => ({ kind: "place", ...drilled, at: Date.now(), place });

describe("an alarm", () => {
  test("says what happened, how long ago, what to do, and whom to call", async () => {
    const phone = await guardian();
    await phone.send(alarm());
    await screen.findByRole("heading", { name: "Ana started an emergency" });
    screen.getByText(/Last heard just now/);
    screen.getByText("Do not text Ana's phone.");
    const calls = ["112", "000", "911"].map((number) =>
      screen.getByRole("link", { name: new RegExp(`Call ${number}`) }).getAttribute("href"),
    );
    expect(calls).toEqual(["tel:112", "tel:000", "tel:911"]);
    screen.getByText(/I do not know where they are/);
  });

  test("names the numbers of the country that the guardian is in", async () => {
    const options = Intl.DateTimeFormat().resolvedOptions();
    vi.spyOn(Intl.DateTimeFormat.prototype, "resolvedOptions").mockReturnValue({
      ...options,
      timeZone: "Europe/Berlin",
    });
    const phone = await guardian();
    await phone.send(alarm());
    const police = await screen.findByRole("link", { name: "Call 110 Police, Germany" });
    expect(police.getAttribute("href")).toBe("tel:110");
    screen.getByRole("link", { name: "Call 112 Ambulance, Germany" });
    expect(screen.queryByRole("link", { name: /Call 911/ })).toBeNull();
    vi.restoreAllMocks();
  });

  test("shows the place in words that can be read out, and maps only behind a warning", async () => {
    const phone = await guardian();
    await phone.send(alarm());
    await phone.send(at());
    await screen.findByText(/Within 12 m/);
    expect(screen.getByText(/^My friend Ana/).textContent).toContain("8FVC2222+22");
    screen.getByText("47.00006, 8.00006");
    screen.getByRole("img", { name: /one place, north at the top/ });
    const maps = screen.getByText("Open in maps").closest("details");
    expect(maps?.open).toBe(false);
    expect(maps?.textContent).toContain("learns this place");
    for (const link of within(maps as HTMLElement).getAllByRole("link", { hidden: true })) {
      expect(link.getAttribute("rel")).toContain("noreferrer");
    }
  });

  test("is answered, sealed, and says sent only when the server has it", async () => {
    const phone = await guardian();
    await phone.send(alarm());
    await screen.findByRole("button", { name: "On my way" });
    server.isDown = true;
    await tap("On my way");
    await screen.findByText(/Not confirmed/);
    expect(screen.queryByText(/^Sent: /)).toBeNull();
    server.isDown = false;
    await tap("On my way");
    await screen.findByText(/^Sent: "On my way"/);
    const { up } = await phone.keys();
    const sealed = server.links[0]?.up.at(-1);
    const item = await openUp(
      up,
      sealed?.seq ?? -1,
      fromBase64url(sealed?.bytes ?? "") ?? new Uint8Array(),
    );
    expect(item).toMatchObject({ kind: "answer", answer: "on-the-way", about: "e" });
  });

  test("opened with the public code is danger, and the own PIN ends it", async () => {
    const phone = await guardian();
    await phone.send(alarm());
    await phone.send({ kind: "opened-with-public-code", ...drilled, at: Date.now(), place });
    await screen.findByRole("heading", { name: "Opened with the public code: treat as danger" });
    screen.getByText("What to do now");
    await phone.send({ kind: "ended", ...drilled, at: Date.now() });
    await screen.findByRole("heading", { name: "Ended with Ana's own PIN" });
    expect(screen.queryByText("What to do now")).toBeNull();
  });

  test("of a session that ran out says so", async () => {
    const phone = await guardian();
    const now = Date.now();
    await phone.send({ kind: "overdue", ...drilled, at: now - 90_000, dueAt: now, place });
    await screen.findByRole("heading", { name: "Ana did not end a session in time" });
    screen.getByText(/Last heard 1 min ago/);
  });

  test("in a drill is said to be one, without calls for help", async () => {
    const phone = await guardian();
    await phone.send({ kind: "alarm", emergency: "d", isDrill: true, at: Date.now(), place });
    await screen.findByRole("heading", { name: "Drill: Ana started an emergency" });
    screen.getByText("Ana is trying the app out. Nothing happened.");
    expect(screen.queryByText("What to do now")).toBeNull();
    expect(screen.queryByRole("link", { name: /Call/ })).toBeNull();
  });
});

test("a test message is shown as one, and can be answered with having seen it only", async () => {
  const phone = await guardian();
  await phone.send({ kind: "test", at: Date.now() });
  await screen.findByRole("heading", { name: "Test message" });
  screen.getByText("The link works. Nothing happened to Ana.");
  expect(screen.queryByRole("button", { name: "On my way" })).toBeNull();
  await tap("I saw it");
  await screen.findByText(/^Sent: "I saw it"/);
});

test("forged, replayed and moved items change nothing", async () => {
  const phone = await guardian();
  await phone.send({ kind: "test", at: Date.now() });
  await screen.findByRole("heading", { name: "Test message" });
  const { down, up } = await phone.keys();
  const test = server.links[0]?.down.at(-1);
  const strange = await linkKeys(await makePair(), (await makePair()).point, randomBytes(16));
  const forged = [
    toBase64url(await sealDown((strange as LinkKeys).down, 7, alarm())),
    toBase64url(await sealDown(up, 8, alarm())),
    toBase64url(await sealDown(down, 3, alarm())),
    test?.bytes ?? "",
    "AAAA",
  ];
  const items = forged.map((bytes, index) => ({ seq: 7 + index, bytes, at: 1 }));
  server.alter(0, { down: [...(server.links[0]?.down ?? []), ...items] });
  await waitFor(async () => expect((await people.read())[0]?.after).toBe(7));
  expect((await people.read())[0]?.items.length).toBe(1);
  screen.getByRole("heading", { name: "Test message" });
});

test("a lost connection is said at once, beside the age of the last news", async () => {
  const phone = await guardian();
  await phone.send(alarm());
  await screen.findByRole("heading", { name: "Ana started an emergency" });
  server.isDown = true;
  server.alter(0, {});
  await phone.send(at()).catch(() => undefined);
  // The request that waits is still answered; the next one is not.
  server.alter(0, { pushedSeq: 1 });
  await screen.findByText(/^Cut off since \d[^,]*: this may be old\. Trying again\.$/);
  server.isDown = false;
  window.dispatchEvent(new Event("online"));
  await waitFor(() => expect(screen.queryByText(/^Cut off since/)).toBeNull());
});

test.each([
  ["a sign-in page that knows no link", () => new Response("Not found", { status: 404 })],
  ["a page that was there once", () => new Response("Gone", { status: 410 })],
  [
    "somebody who says that it has ended",
    () => {
      const link = { state: "ended", version: "9", ended: "AAAA", owned: null };
      return Response.json({ items: [], after: 0, now: 1, link });
    },
  ],
])("a link is not ended by %s", async (_who, answer) => {
  await guardian();
  await screen.findByRole("heading", { name: "No emergency" });
  const works = globalThis.fetch;
  cleanup();
  vi.stubGlobal("fetch", async () => answer());
  show();
  await screen.findByRole("heading", { name: /^(This link was not found|No connection since)/ });
  expect((await people.read())[0]?.isEnded).toBe(false);
  vi.stubGlobal("fetch", works);
  window.dispatchEvent(new Event("online"));
  await screen.findByRole("heading", { name: "No emergency" });
});

test("a hidden page reads on, and its title is marked without a word of what came", async () => {
  document.title = disguiseTitle;
  const phone = await guardian();
  await screen.findByRole("heading", { name: "No emergency" });
  const visibility = vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
  document.dispatchEvent(new Event("visibilitychange"));
  await phone.send(alarm());
  // After several quick answers the page asks again within ten seconds, each time.
  const paced = { timeout: 25_000 };
  await waitFor(() => expect(document.title).toBe(`(1) ${disguiseTitle}`), paced);
  visibility.mockRestore();
  document.dispatchEvent(new Event("visibilitychange"));
  await phone.send({ kind: "ended", ...drilled, at: Date.now() });
  await waitFor(() => expect(document.title).toBe(disguiseTitle), paced);
}, 60_000);

test("a link that cannot be read is said to be one", async () => {
  await changeLinks("watched", () => ({ keep: [{ id: "old" }], answer: undefined }));
  show();
  expect((await screen.findByRole("alert")).textContent).toContain("cannot read one of its links");
});

test("without a connection nothing calm is said, and what a push brought is shown", async () => {
  const phone = await guardian();
  await phone.send({ kind: "test", at: Date.now() });
  await screen.findByRole("heading", { name: "Test message" });
  server.isDown = true;
  cleanup();
  show();
  await screen.findByRole("heading", { name: /^No connection since \d/ });
  screen.getByText("The last that arrived: Test message. There may be newer news.");
  const [ana] = await people.read();
  const pushed = { seq: 9, at: Date.now(), item: alarm(), isPushed: true };
  await changeWatched(ana?.id ?? "", (before) => withItems(before, [pushed]));
  await screen.findByRole("heading", { name: "Ana started an emergency" });
});

test("'No emergency' is said only after the server was read", async () => {
  await guardian();
  await screen.findByRole("heading", { name: "No emergency" });
  server.isDown = true;
  cleanup();
  show();
  screen.getByText("Starting...");
  await screen.findByRole("heading", { name: /^No connection since \d/ });
  expect(screen.queryByText(/No emergency/)).toBeNull();
});

test("an answer that comes after too many says so", async () => {
  const phone = await guardian();
  await phone.send(alarm());
  await screen.findByRole("button", { name: "On my way" });
  vi.stubGlobal("fetch", async () => new Response("Too many tries.", { status: 429 }));
  await tap("On my way");
  await screen.findByText(/^Not sent: too many tries/);
});

test("it never claims what nobody knows", async () => {
  const phone = await guardian();
  await phone.send(alarm());
  await phone.send(at());
  await tap("On my way");
  await screen.findByText(/^Sent: /);
  const said = document.body.textContent ?? "";
  expect(said).not.toMatch(/delivered|help is coming|invisible|anonymous|screen is off/i);
});
