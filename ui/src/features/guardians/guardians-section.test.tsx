/** Claims about guardians in the settings: pairing, states and tests, against a server in memory. */
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import * as endpoints from "#content/endpoints.ts";
import { fromBase64url, toBase64url } from "#seal/bytes.ts";
import { type Answer, openDown, sealUp, type UpItem } from "#seal/items.ts";
import { offerKeys, tokenHash } from "#seal/keys.ts";
import { parseLink } from "#seal/link.ts";
import { guardianOutbox } from "#store/guardians/guardian-outbox.ts";
import { guardianTold } from "#store/guardians/guardian-told.ts";
import { guardians } from "#store/guardians/guardians.ts";
import { changeLinks } from "#store/guardians/link-record.ts";
import { sendOutbox } from "#sync/guardian-outbox.ts";
import { withItem } from "#sync/outbox-rules.ts";
import { fakeWatches } from "#test/fake-watches.ts";
import { claimAsGuardian } from "#test/link-ends.ts";
import { GuardiansSection } from "./guardians-section.tsx";
import { linkUrl } from "./making.ts";

let server = fakeWatches();

beforeEach(async () => {
  for (const name of ["guardians", "endings", "outbox", "told"]) {
    await changeLinks(name, () => ({ keep: [], answer: undefined }));
  }
  server = fakeWatches();
  vi.stubGlobal("fetch", server.fetch);
});
const show = () => render(<GuardiansSection askFirst={(then) => then()} />);
/** Finds words while the person looks again and again: answers that follow each other at once are asked for after pauses. */
const seen = (words: string | RegExp) =>
  waitFor(() => {
    document.dispatchEvent(new Event("visibilitychange"));
    return screen.getByText(words);
  });
const tap = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));

/** Makes a link for `name` and returns its URL. */
async function make(name: string): Promise<string> {
  await tap((await guardians.read()).length === 0 ? "Add a guardian" : "Add a second guardian");
  await userEvent.type(screen.getByLabelText("Guardian's name"), name);
  await tap("Make a link");
  await screen.findByRole("region", { name });
  const made = (await guardians.read()).at(-1);
  if (made?.state !== "waiting") throw new Error("No link");
  return linkUrl(made);
}

/** The guardian's browser: claims the link of a URL with its own keys. */
async function claim(url: string, plan = {}) {
  const keys = await claimAsGuardian("", url, plan);
  let seq = 1;
  const say = async (item: UpItem, key = keys.up) => {
    const bytes = toBase64url(await sealUp(key, seq, item));
    await server.fetch(endpoints.watchItems, {
      method: "POST",
      headers: { Authorization: `Bearer ${keys.post}` },
      body: JSON.stringify({ seq, bytes, wake: false }),
    });
    seq += 1;
  };
  const answer = (given: Answer, about: string | null = null, key = keys.up) =>
    say({ kind: "answer", answer: given, about, at: 1 }, key);
  const arrive = (number: number) => say({ kind: "arrived", seq: number, about: null, at: 1 });
  return { keys, answer, arrive };
}

/** A linked guardian called Ben. */
async function linked() {
  show();
  const url = await make("Ben");
  const browser = await claim(url);
  await screen.findByRole("button", { name: "Send a test to Ben" });
  return browser;
}

test("nothing is sent before somebody is added, and it says what a guardian is", async () => {
  show();
  await screen.findByText(/It does not replace your text messages/);
  expect(server.seen).toEqual([]);
});

test("a link is a code on the page, and nothing of it reaches the server", async () => {
  show();
  const url = await make("Ben");
  screen.getByRole("img", { name: "The code of the link for Ben" });
  screen.getByText("Waiting for Ben to open the link. It works once, for one day.");
  expect(url).toMatch(/\/watch#2[\w-]{87}$/);
  const everything = JSON.stringify([server.seen, server.links]);
  expect(everything).not.toContain(url.split("#")[1]?.slice(1));
  expect(everything).not.toContain("Ben");
  expect(server.seen.map(({ credentials }) => credentials)).not.toContain("include");
});

test("whoever has the link alone has not the token of the person who made it", async () => {
  show();
  const parsed = parseLink(await make("Ben"));
  if (parsed.kind !== "offer") throw new Error("No link");
  const { claim: token } = await offerKeys(parsed.offer.secret);
  const hashes = server.links.map(({ owner }) => owner);
  expect(hashes).not.toContain(await tokenHash(token));
});

test("a name is needed, and a connection", async () => {
  show();
  await tap("Add a guardian");
  await tap("Make a link");
  screen.getByText("Enter a name.");
  server.isDown = true;
  await userEvent.type(screen.getByLabelText("Guardian's name"), "Ben");
  await tap("Make a link");
  expect((await screen.findByRole("alert")).textContent).toContain("No connection");
  expect(await guardians.read()).toEqual([]);
});

test("after the claim both sides have the same digits, and the person says that they are", async () => {
  const { keys } = await linked();
  expect(await sendOutbox()).toBe(true);
  const digits = await keys.digits();
  if (digits === null) throw new Error("What the phone told is not what the link commits to.");
  screen.getByText(`${digits.slice(0, 3)} ${digits.slice(3)}`);
  screen.getByText("Page only, no notifications.");
  await tap("The same digits");
  await waitFor(() => expect(screen.queryByText(/the same six digits/)).toBeNull());
  // The guardian may compare later.
  screen.getByText(`You compared the digits with Ben: ${digits.slice(0, 3)} ${digits.slice(3)}.`);
  expect(await guardians.read()).toMatchObject([{ state: "linked", isCompared: true, digits }]);
});

test("a claim by somebody who had not all of the link is said, and gives no keys", async () => {
  show();
  await claim(await make("Ben"), { knowsSecret: false });
  expect((await screen.findByRole("alert")).textContent).toMatch(/without having all of it/);
  expect(await guardians.read()).toMatchObject([{ state: "waiting" }]);
});

test("a link that is not found is said to be so, and not why", async () => {
  const { unmount } = show();
  await make("Ben");
  unmount();
  server.links.pop();
  show();
  const { textContent } = await screen.findByText(
    /^The server that answers does not know this link/,
  );
  expect(textContent).not.toMatch(/Nobody opened/);
  expect(screen.queryByRole("img")).toBeNull();
  await tap("Remove this link");
  await tap("Remove");
  await screen.findByRole("button", { name: "Add a guardian" });
});

test.each([
  ["works", null, "Accepts notifications. No answer yet."],
  ["none", null, "Page only, no notifications."],
  ["broken", 1_800_000_000, /^Link broken since /],
] as const)(
  "a link whose notifications are '%s' is said to be so",
  async (push, brokenSince, words) => {
    await linked();
    server.alter(0, { push, brokenSince });
    await screen.findByText(words);
  },
);

test("the figures of the heart are explained once there is somebody to answer", async () => {
  await linked();
  screen.getByText(
    /BPM shows a guardian's answer. Compare the digits first. 64: "I saw it". 72: "On my way". 88: "I called/,
  );
});

test("a link that the guardian ended is said to have ended, and offers no test", async () => {
  await linked();
  server.alter(0, { state: "ended" });
  await screen.findByText("Ended by the guardian, or not used for over a year.");
  expect(screen.queryByRole("button", { name: "Send a test to Ben" })).toBeNull();
});

test("a test message is sealed for the guardian, and its answer is shown", async () => {
  const { keys, answer, arrive } = await linked();
  server.alter(0, { push: "works" });
  await seen("Test notification: sent, and taken by the push service.");
  await tap("Send a test to Ben");
  await seen(/^Taken by the push service for Ben's phone/);
  await arrive(2);
  await seen(/^On Ben's phone\. When Ben answers/);
  await seen(/^Ben's phone was last alive on /);
  const sent = server.links[0]?.down[1];
  const bytes = fromBase64url(sent?.bytes ?? "") ?? new Uint8Array();
  expect(await openDown(keys.down, 2, bytes)).toMatchObject({ kind: "test" });
  await answer("seen");
  await seen(/^Test: Ben saw it/);
  expect(await guardians.read()).toMatchObject([{ lastAnswer: { answer: "seen", about: null } }]);
});

test("once the guardian allows notifications a test leaves by itself, once, and its way is told", async () => {
  const { keys, answer, arrive } = await linked();
  await seen("Test notification: waits until Ben allows notifications.");
  expect(server.links[0]?.down).toEqual([]);
  server.alter(0, { push: "works" });
  await seen("Test notification: sent, and taken by the push service.");
  const [sent, ...more] = server.links[0]?.down ?? [];
  const bytes = fromBase64url(sent?.bytes ?? "") ?? new Uint8Array();
  expect(await openDown(keys.down, 1, bytes)).toMatchObject({ kind: "test", of: "pairing" });
  await arrive(1);
  await seen(/^Test notification: arrived on Ben's phone/);
  await answer("seen");
  await seen("Test notification: answered.");
  expect(more).toEqual([]);
});

test("a test of the person's own, before notifications are allowed, takes the place of none", async () => {
  const { keys } = await linked();
  await tap("Send a test to Ben");
  await screen.findByText(/^Stored for Ben/);
  server.alter(0, { push: "works" });
  await screen.findByText("Test notification: sent, and taken by the push service.");
  expect(await guardians.read()).toMatchObject([{ pairingSeq: 2 }]);
  const bytes = fromBase64url(server.links[0]?.down.at(-1)?.bytes ?? "") ?? new Uint8Array();
  expect(await openDown(keys.down, 2, bytes)).toMatchObject({ kind: "test", of: "pairing" });
});

test("without notifications a test is stored, and not said to be sent to a phone", async () => {
  await linked();
  await tap("Send a test to Ben");
  await screen.findByText(/^Stored for Ben\./);
});

test("the card says what the guardian's page shows, and of an arrival only what was confirmed", async () => {
  const { arrive } = await linked();
  await screen.findByText("No emergency is noted as sent to Ben's page.");
  const [ben] = await guardians.read();
  const item = { kind: "alarm", emergency: "e", at: 1, isDrill: false, place: null } as const;
  const told = { guardians: [{ id: ben?.id ?? "" }], idFor: () => "row" };
  await guardianOutbox.change((rows) => ({ keep: withItem(rows, item, told), answer: undefined }));
  await screen.findByText(/^No emergency is noted .* On its way, and not confirmed by our server:/);
  await sendOutbox();
  await screen.findByText(/^Sent for Ben's page: you started an emergency, .* not known to have/);
  const [alarm] = await guardianTold.read();
  await arrive(alarm?.seq ?? -1);
  await screen.findByText(/^Ben's page shows: you started an emergency, /);
  await tap("Unlink Ben");
  await tap("Unlink");
  await waitFor(async () => expect(await guardianTold.read()).toEqual([]));
});

test("a test that cannot be sent says so", async () => {
  await linked();
  server.isDown = true;
  await tap("Send a test to Ben");
  await screen.findByText("Not confirmed. Check your connection and try again.");
});

test("a link over which the server takes nothing is said to be broken, until it takes something", async () => {
  const errors = vi.spyOn(console, "error").mockImplementation(() => undefined);
  await linked();
  vi.stubGlobal("fetch", async (path: string, init: RequestInit = {}) =>
    init.method === "POST" ? new Response("Not valid.", { status: 400 }) : server.fetch(path, init),
  );
  await tap("Send a test to Ben");
  await screen.findByText("Not sent: the server refused it.");
  expect(errors.mock.calls.flat().join(" ")).toContain("400");
  errors.mockClear();
  await screen.findByText(/^Link broken since .* the server refuses what this phone sends\.$/);
  await screen.findByText(
    /^Ben is not alerted over this link\. Text messages and calls still work/,
  );
  vi.stubGlobal("fetch", server.fetch);
  await tap("Send a test to Ben");
  await screen.findByText(/^Stored for Ben\./);
  await waitFor(() => expect(screen.queryByText(/^Link broken/)).toBeNull());
});

test("a forged answer changes nothing", async () => {
  const { answer, keys } = await linked();
  await answer("police-called", null, keys.down);
  await answer("seen");
  await screen.findByText(/^Test: Ben saw it/);
  expect(screen.queryByText(/Ben called the police/)).toBeNull();
});

test("there is room for two guardians", async () => {
  show();
  await make("Ben");
  await make("Cleo");
  await waitFor(() => expect(screen.queryByRole("button", { name: /^Add a/ })).toBeNull());
  const card = screen.getByRole("region", { name: "Cleo" });
  await userEvent.click(within(card).getByRole("button", { name: "Remove this link" }));
  await tap("Remove");
  await screen.findByRole("button", { name: "Add a second guardian" });
});
