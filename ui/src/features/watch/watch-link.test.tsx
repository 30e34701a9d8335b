/** Claims about links on the guardian's page: to open one, to use it, and its end. */
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { createWatch } from "#api/watches.ts";
import { makePair, offerKeys, randomBytes, randomToken, SECRET_BYTES } from "#seal/keys.ts";
import { linkFragment } from "#seal/link.ts";
import { people } from "#store/guardians/watched.ts";
import { fakeWatches } from "#test/fake-watches.ts";
import { freshServer, guardian, show, tap } from "#test/guardian.tsx";
import { personsPhone } from "#test/link-ends.ts";

let server = fakeWatches();

beforeEach(async () => {
  server = await freshServer();
});
test("without a link and without anybody it says what it is, and takes a link", async () => {
  const { fragment } = await personsPhone();
  show();
  await screen.findByText(/Somebody who trusts you/);
  await userEvent.type(screen.getByLabelText("Link"), "hello");
  await tap("Open");
  await screen.findByText("This is no whole link. Copy all of it.");
  await userEvent.clear(screen.getByLabelText("Link"));
  await userEvent.type(screen.getByLabelText("Link"), `https://example.org/watch#${fragment}`);
  await tap("Open");
  await screen.findByRole("heading", { name: "Be a guardian?" });
});

test("a link is used by the tap, and not by opening the page", async () => {
  const { fragment } = await personsPhone();
  show(fragment);
  await screen.findByRole("heading", { name: "Be a guardian?" });
  expect(server.links[0]?.state).toBe("open");
  await tap("Be a guardian");
  await screen.findByText("Enter a name.");
  expect(server.links[0]?.state).toBe("open");
});

test("after the tap both sides have the same digits, and the address no link", async () => {
  const phone = await guardian();
  const { digits } = await phone.keys();
  await screen.findByText(`${digits.slice(0, 3)} ${digits.slice(3)}`);
  expect(location.hash).toBe("");
  expect(await people.read()).toMatchObject([{ name: "Ana", digits, isEnded: false }]);
});

test("there are no digits before the person's phone has told its part, and nothing of the link stays after", async () => {
  const phone = await guardian();
  await screen.findByText(/^Six digits appear here once Ana's phone/);
  expect(document.querySelector("[data-digits]")).toBeNull();
  const { digits } = await phone.keys();
  await screen.findByText(`${digits.slice(0, 3)} ${digits.slice(3)}`);
  expect((await people.read())[0]?.pairing).toBeUndefined();
  await phone.send({ kind: "test", at: Date.now() });
  await screen.findByRole("heading", { name: "Test message" });
  expect((await people.read())[0]?.items.length).toBe(1);
});

test("a phone that tells another number than its link commits to is not trusted, whatever it sends", async () => {
  const phone = await guardian(await personsPhone("", { isForging: true }));
  await phone.keys();
  expect((await screen.findByRole("alert")).textContent).toMatch(/someone may sit between/);
  expect(document.querySelector("[data-digits]")).toBeNull();
  await phone.send({ kind: "test", at: Date.now() });
  await screen.findByRole("heading", { name: "Test message" });
  screen.getByText(/someone may sit between/);
});

test("a link of an earlier release has its digits at once", async () => {
  const { point } = await makePair();
  const secret = randomBytes(SECRET_BYTES);
  const { claim } = await offerKeys(secret);
  await createWatch(claim, randomToken());
  show(linkFragment({ point, secret, commitment: null }));
  await userEvent.type(await screen.findByLabelText("Who sent you this link?"), "Ana");
  await tap("Be a guardian");
  await waitFor(() => expect(document.querySelector("[data-digits]")).not.toBeNull());
});

test("another link that is opened in the same page is used with keys of its own", async () => {
  const [first, second] = [await personsPhone(), await personsPhone()];
  show(first.fragment);
  await userEvent.type(await screen.findByLabelText("Who sent you this link?"), "Ana");
  server.isDown = true;
  await tap("Be a guardian");
  await screen.findByText(/^No answer came/);
  server.isDown = false;
  location.hash = second.fragment;
  await waitFor(() => expect(screen.queryByText(/^No answer came/)).toBeNull());
  await userEvent.type(await screen.findByLabelText("Who sent you this link?"), "Mia");
  await tap("Be a guardian");
  await screen.findByRole("heading", { level: 1, name: "Mia" });
  expect(server.links.map(({ state }) => state)).toEqual(["open", "claimed"]);
});

test("no request carries a cookie, the name, or anything of the link", async () => {
  const phone = await guardian();
  const ofPage = () => server.seen.filter(({ credentials }) => credentials !== undefined);
  await waitFor(() => expect(ofPage().length).toBeGreaterThan(1));
  const sent = ofPage();
  expect(sent.map(({ credentials }) => credentials)).toEqual(sent.map(() => "omit"));
  const everything = JSON.stringify([server.seen, server.links]);
  // Random letters may have the name inside.
  expect(everything).not.toMatch(/\bAna\b/);
  expect(everything).not.toContain(phone.fragment.slice(1));
});

test.each([
  ["used", "claimed", /no longer works.*did they remove it\?.*somebody else took it/],
  ["removed", "ended", /no longer works.*did they remove it\?/],
  ["not there any more", null, /^This link was not found/],
] as const)("a link that is %s is said to be so", async (_what, state, words) => {
  const { fragment } = await personsPhone();
  if (state === null) server.links.pop();
  else server.alter(0, { state });
  show(fragment);
  await userEvent.type(await screen.findByLabelText("Who sent you this link?"), "Ana");
  await tap("Be a guardian");
  expect((await screen.findByRole("alert")).textContent).toMatch(words);
  expect(await people.read()).toEqual([]);
  await tap("Close");
  await screen.findByLabelText("Link");
});

test("without a connection the same tap works later", async () => {
  const { fragment } = await personsPhone();
  show(fragment);
  server.isDown = true;
  await userEvent.type(await screen.findByLabelText("Who sent you this link?"), "Ana");
  await tap("Be a guardian");
  expect((await screen.findByRole("alert")).textContent).toMatch(/^No answer came/);
  server.isDown = false;
  await tap("Be a guardian");
  await screen.findByRole("heading", { level: 1, name: "Ana" });
});

test("a browser that stores nothing does not use the link up", async () => {
  const { fragment } = await personsPhone();
  show(fragment);
  await userEvent.type(await screen.findByLabelText("Who sent you this link?"), "Ana");
  const put = vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  await tap("Be a guardian");
  expect((await screen.findByRole("alert")).textContent).toMatch(/The link was not used/);
  expect(server.links[0]?.state).toBe("open");
  put.mockRestore();
  await tap("Be a guardian");
  await screen.findByRole("heading", { level: 1, name: "Ana" });
});

test("a link of another version is said to be one", async () => {
  show(`3${"x".repeat(66)}`);
  expect((await screen.findByRole("alert")).textContent).toMatch(/another version/);
});

test("a guardian without notifications is told that this page is all", async () => {
  await guardian();
  await screen.findByRole("heading", { name: "This page only, no notifications" });
  screen.getByText(/only while this page is on your screen/);
});

test("the end of the link is said, and everything can be deleted then", async () => {
  const phone = await guardian();
  await phone.send({ kind: "test", at: Date.now() });
  await phone.end();
  await screen.findByText("This link has ended. Nothing more will come.");
  await tap("Delete what came");
  await tap("Delete what came");
  await screen.findByText(/Somebody who trusts you/);
  expect(await people.read()).toEqual([]);
});

test("a guardian can stop, which ends the link for both, and not without a connection", async () => {
  await guardian();
  server.isDown = true;
  await tap("Stop being Ana's guardian");
  await tap("Stop being Ana's guardian");
  await screen.findByText(/Nothing was deleted/);
  expect((await people.read()).length).toBe(1);
  server.isDown = false;
  await tap("Stop being Ana's guardian");
  await screen.findByText(/Somebody who trusts you/);
  expect(server.links[0]?.state).toBe("ended");
});

test("a hotel's answer ends no link: its row is kept, and the server is told once it can be reached", async () => {
  await guardian();
  const works = globalThis.fetch;
  vi.stubGlobal("fetch", async () => new Response("Not found", { status: 404 }));
  await tap("Stop being Ana's guardian");
  await tap("Stop being Ana's guardian");
  await screen.findByText(/^Not ended yet: the server that answers does not know this link/);
  expect(await people.read()).toMatchObject([{ name: "Ana", isEnded: false, isLeaving: true }]);
  vi.stubGlobal("fetch", works);
  window.dispatchEvent(new Event("online"));
  await screen.findByText(/Somebody who trusts you/);
  expect(server.links[0]?.state).toBe("ended");
  expect(await people.read()).toEqual([]);
});

test("a link that the server has forgotten can be deleted here all the same, or kept", async () => {
  await guardian();
  vi.stubGlobal("fetch", async () => new Response("Not found", { status: 404 }));
  await tap("Stop being Ana's guardian");
  await tap("Stop being Ana's guardian");
  await screen.findByText(/^Not ended yet/);
  await tap("Keep it");
  await waitFor(async () => expect(await people.read()).toMatchObject([{ isLeaving: false }]));
  await tap("Stop being Ana's guardian");
  await tap("Stop being Ana's guardian");
  await tap("Delete it here all the same");
  await screen.findByText(/Somebody who trusts you/);
  expect(await people.read()).toEqual([]);
});
