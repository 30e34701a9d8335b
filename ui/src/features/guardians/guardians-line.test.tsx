/** Claims about the guardians' row in the list of settings, against a server in memory. */
import { render, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { fromBase64url } from "#seal/bytes.ts";
import { openDown } from "#seal/items.ts";
import { changeGuardian, guardians } from "#store/guardians/guardians.ts";
import { fakeWatches } from "#test/fake-watches.ts";
import { claimAsGuardian } from "#test/link-ends.ts";
import { GuardiansLine } from "./guardians-line.tsx";
import { linkUrl, makeLink } from "./making.ts";

let server = fakeWatches();

beforeEach(() => {
  server = fakeWatches();
  vi.stubGlobal("fetch", server.fetch);
});

const show = () => render(<GuardiansLine otherwise="People" />);

/** The link that was made last. */
async function made(name: string) {
  await makeLink(name);
  const guardian = (await guardians.read()).at(-1);
  if (guardian?.state !== "waiting") throw new Error("No link");
  return guardian;
}

test("says what the server wrote until this phone has answered, and then that there is nobody", async () => {
  show();
  screen.getByText("People");
  await screen.findByText("Nobody yet");
  expect(server.seen).toEqual([]);
});

test("completes a link that was opened meanwhile, and says what is left to do", async () => {
  const ben = await made("Ben");
  const { unmount } = show();
  await screen.findByText("Ben, has not opened the link yet");
  unmount();
  await claimAsGuardian("", linkUrl(ben));
  show();
  await screen.findByText("Ben, digits not compared");
  expect(await guardians.read()).toMatchObject([{ state: "linked" }]);
});

test("names both, and says of a phone that it was alive today", async () => {
  const ben = await made("Ben");
  await claimAsGuardian("", linkUrl(ben));
  const { container } = show();
  await screen.findByText("Ben, digits not compared");
  await changeGuardian(ben.id, (before) =>
    before.state === "linked" ? { ...before, isCompared: true, aliveAt: Date.now() } : before,
  );
  await screen.findByText("Ben, alive today");
  await made("Cid");
  await waitFor(() =>
    expect(container.textContent).toBe("Ben, alive today; Cid, has not opened the link yet"),
  );
});

/** Ben, whose digits were compared and whose phone was alive just now. */
async function linkedBen() {
  const ben = await made("Ben");
  const keys = await claimAsGuardian("", linkUrl(ben));
  const { unmount } = show();
  await screen.findByText("Ben, digits not compared");
  await changeGuardian(ben.id, (before) =>
    before.state === "linked" ? { ...before, isCompared: true, aliveAt: Date.now() } : before,
  );
  await screen.findByText("Ben, alive today");
  unmount();
  return keys;
}

test("says that a link is not checked while the server cannot be asked", async () => {
  await linkedBen();
  server.alter(0, { state: "ended" });
  server.isDown = true;
  show();
  await screen.findByText("Ben, alive today, not checked");
});

test.each([
  ["does not answer", () => vi.stubGlobal("fetch", () => new Promise(() => undefined))],
  ["cannot be reached", () => vi.stubGlobal("fetch", () => Promise.reject(new TypeError()))],
])(
  "keeps the trouble that was known, also on the way back to the list, while the server %s",
  async (_what, stop) => {
    await linkedBen();
    server.alter(0, { state: "ended" });
    const { unmount } = show();
    await screen.findByText("Ben, link has ended");
    unmount();
    stop();
    show();
    await screen.findByText("Ben, link has ended");
  },
);

test("sends the test that ends the pairing, when it could not be sent before, once", async () => {
  const keys = await linkedBen();
  server.alter(0, { push: "works" });
  const { unmount } = show();
  await waitFor(() => expect(server.links[0]?.down).toHaveLength(1));
  await waitFor(async () => expect(await guardians.read()).toMatchObject([{ pairingSeq: 1 }]));
  unmount();
  show();
  await screen.findByText("Ben, alive today");
  const bytes = fromBase64url(server.links[0]?.down[0]?.bytes ?? "") ?? new Uint8Array();
  expect(await openDown(keys.down, 1, bytes)).toMatchObject({ kind: "test", of: "pairing" });
  expect(server.links[0]?.down).toHaveLength(1);
});
