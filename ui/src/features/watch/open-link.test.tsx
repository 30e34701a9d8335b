/** Claims about a link that is open on the guardian's page beside the people who are guarded already. */
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { linkFragment, parseLink } from "#seal/link.ts";
import { fakeWatches } from "#test/fake-watches.ts";
import { freshServer, guardian, show, tap } from "#test/guardian.tsx";
import { personsPhone } from "#test/link-ends.ts";

let server = fakeWatches();

beforeEach(async () => {
  server = await freshServer();
});

const alarm = () =>
  ({ kind: "alarm", emergency: "e", isDrill: false, at: Date.now(), place: null }) as const;

test("a link that is open hides no alarm of somebody who is guarded, and stands below it", async () => {
  const ana = await guardian();
  location.hash = (await personsPhone()).fragment;
  const offer = await screen.findByRole("heading", { level: 1, name: "Be a guardian?" });
  const person = screen.getByRole("article", { name: "Ana" });
  expect(offer.compareDocumentPosition(person)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  await ana.send(alarm());
  await screen.findByRole("heading", { name: "Ana started an emergency" });
  expect(offer.compareDocumentPosition(person)).toBe(Node.DOCUMENT_POSITION_PRECEDING);
  expect(screen.getAllByRole("heading", { level: 1 })).toEqual([offer]);
  await tap("On my way");
  await screen.findByText('Sent: "On my way"');
});

/** Tries to use the link that is open, and waits for what is said then. */
async function tryIt(words: string | RegExp) {
  await userEvent.type(await screen.findByLabelText("Who sent you this link?"), "Mia");
  await tap("Be a guardian");
  await screen.findByText(words);
}

test.each([
  ["that nobody has tried", async () => undefined],
  [
    "whose use is not answered",
    async () => {
      vi.stubGlobal("fetch", () => new Promise(() => undefined));
      await tryIt("One moment...");
    },
  ],
  [
    "that could not be used",
    async () => {
      server.isDown = true;
      await tryIt(/^No answer came/);
    },
  ],
])("a link %s can be left, and is not used up", async (_which, happens) => {
  await guardian();
  location.hash = (await personsPhone()).fragment;
  await screen.findByRole("heading", { name: "Be a guardian?" });
  await happens();
  await tap("Close");
  await screen.findByRole("heading", { level: 1, name: "Ana" });
  expect(location.hash).toBe("");
  expect(server.links.map(({ state }) => state)).toEqual(["claimed", "open"]);
});

test("an answer to a link that was left closes no other link", async () => {
  const [first, second] = [await personsPhone(), await personsPhone()];
  show(first.fragment);
  let answer = () => undefined as unknown;
  vi.stubGlobal("fetch", async (path: string, init?: RequestInit) => {
    await new Promise<void>((resolve) => {
      answer = resolve;
    });
    return server.fetch(path, init);
  });
  await tryIt("One moment...");
  await tap("Close");
  vi.stubGlobal("fetch", server.fetch);
  location.hash = second.fragment;
  await screen.findByRole("heading", { name: "Be a guardian?" });
  answer();
  await screen.findByRole("heading", { name: "Mia" });
  screen.getByRole("heading", { name: "Be a guardian?" });
  expect(location.hash).toBe(`#${second.fragment}`);
});

test("a link that is pasted below somebody is shown at the top of the page", async () => {
  await guardian();
  const { fragment } = await personsPhone();
  await tap("Add another link");
  await userEvent.type(screen.getByLabelText("Link"), `https://example.org/watch#${fragment}`);
  const scrolled = vi.spyOn(window, "scrollTo");
  await tap("Open");
  await screen.findByRole("heading", { name: "Be a guardian?" });
  expect(scrolled.mock.calls).toMatchObject([[{ top: 0 }]]);
  scrolled.mockRestore();
});

test.each(["secret", "commitment"] as const)(
  "the right link is a form of its own after one whose %s was changed on its way",
  async (piece) => {
    const { fragment } = await personsPhone();
    const parsed = parseLink(fragment);
    if (parsed.kind !== "offer") throw new Error("This is no link.");
    const { [piece]: bytes } = parsed.offer;
    const changed = { ...parsed.offer, [piece]: bytes?.map((byte) => byte ^ 1) };
    vi.stubGlobal("fetch", async () => new Response(null, { status: 404 }));
    show(linkFragment(changed));
    await tryIt(/^This link was not found/);
    expect(screen.queryByRole("button", { name: "Be a guardian" })).toBeNull();
    vi.stubGlobal("fetch", server.fetch);
    location.hash = fragment;
    await screen.findByRole("button", { name: "Be a guardian" });
    expect(screen.queryByText(/^This link was not found/)).toBeNull();
    await userEvent.type(screen.getByLabelText("Who sent you this link?"), "Mia");
    await tap("Be a guardian");
    await screen.findByRole("heading", { level: 1, name: "Mia" });
  },
);
