/** Claims about the guardians' row in the list of settings, against a server in memory. */
import { render, screen } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { changeGuardian, guardians } from "#store/guardians.ts";
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
  await vi.waitFor(() =>
    expect(container.textContent).toBe("Ben, alive today; Cid, has not opened the link yet"),
  );
});
