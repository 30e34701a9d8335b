/** Claims about keys that are on the device before the server uses a link up: no answer that is lost takes them away. */
import { cleanup, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import * as endpoints from "#content/endpoints.ts";
import { changeLinks, readLinks } from "#store/guardians/link-record.ts";
import { people } from "#store/guardians/watched.ts";
import type { fakeWatches } from "#test/fake-watches.ts";
import { freshServer, show, tap } from "#test/guardian.tsx";
import { claimAsGuardian, personsPhone } from "#test/link-ends.ts";

let server: ReturnType<typeof fakeWatches>;

beforeEach(async () => {
  server = await freshServer();
});

/** From now on the server takes claims, and its answers to them never come. */
function loseAnswers() {
  vi.stubGlobal("fetch", async (path: string, init?: RequestInit) => {
    const answer = await server.fetch(path, init);
    return path === endpoints.claimWatch ? new Promise<Response>(() => undefined) : answer;
  });
}

const findAnswers = () => vi.stubGlobal("fetch", server.fetch);

/** Opens a link, says that Ana sent it, and uses it. */
async function use(fragment: string) {
  show(fragment);
  await userEvent.type(await screen.findByLabelText("Who sent you this link?"), "Ana");
  await tap("Be a guardian");
}

/** Uses a link that this browser has tried before: who sent it was said then. */
async function useAgain(fragment: string) {
  cleanup();
  show(fragment);
  await screen.findByDisplayValue("Ana");
  await tap("Be a guardian");
}

/** Uses a link on a page that is gone before the server's answer comes. */
async function useInVain(fragment: string) {
  loseAnswers();
  await use(fragment);
  await waitFor(() => expect(server.links[0]?.state).toBe("claimed"));
  // The link itself is kept nowhere but in the browser's history.
  expect(JSON.stringify(await readLinks("claims"))).not.toContain(fragment.slice(1));
  cleanup();
  findAnswers();
}

test("a page that is gone before the server's answer is followed by one that has the keys", async () => {
  const phone = await personsPhone();
  await useInVain(phone.fragment);
  await useAgain(phone.fragment);
  await screen.findByRole("heading", { level: 1, name: "Ana" });
  // The keys are those with which the person's phone seals.
  await phone.send({ kind: "test", at: Date.now() });
  await screen.findByRole("heading", { name: "Test message" });
  expect(await people.read()).toHaveLength(1);
  expect(await readLinks("claims")).toEqual([]);
});

test("a page that is gone after the person was stored, and before the claim was forgotten, adds nobody twice", async () => {
  const { fragment } = await personsPhone();
  await useInVain(fragment);
  const keep = await readLinks("claims");
  await useAgain(fragment);
  await screen.findByRole("heading", { level: 1, name: "Ana" });
  await changeLinks("claims", () => ({ keep, answer: undefined }));
  await useAgain(fragment);
  await screen.findByRole("heading", { level: 1, name: "Ana" });
  expect(await people.read()).toHaveLength(1);
});

test("nobody is guarded before the server has taken the claim", async () => {
  await useInVain((await personsPhone()).fragment);
  expect(await people.read()).toEqual([]);
  show();
  await screen.findByText(/Somebody who trusts you/);
});

test("a link that somebody else took leaves no keys", async () => {
  const { fragment } = await personsPhone();
  await claimAsGuardian("", `#${fragment}`);
  await use(fragment);
  await screen.findByText(/^This link no longer works/);
  expect(await readLinks("claims")).toEqual([]);
});

test("the keys outlast the answer of something else that the link is not there", async () => {
  const { fragment } = await personsPhone();
  await useInVain(fragment);
  vi.stubGlobal("fetch", async () => new Response("Sign in first.", { status: 404 }));
  await useAgain(fragment);
  await screen.findByText(/^This link was not found/);
  findAnswers();
  await useAgain(fragment);
  await screen.findByRole("heading", { level: 1, name: "Ana" });
});

test("a full disk is not said to have spared a link that may be used up", async () => {
  const { fragment } = await personsPhone();
  await useInVain(fragment);
  const put = vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  await useAgain(fragment);
  expect((await screen.findByRole("alert")).textContent).not.toMatch(/not used/);
  put.mockRestore();
  await tap("Be a guardian");
  await screen.findByRole("heading", { level: 1, name: "Ana" });
});
