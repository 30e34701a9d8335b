/** Claims about a page that opens after the server has deleted what was sent to it. */
import { cleanup, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { disguiseTitle } from "#content/product.ts";
import type { DownItem } from "#seal/items.ts";
import { changeWatched, people, withItems } from "#store/guardians/watched.ts";
import { fakeWatches } from "#test/fake-watches.ts";
import { freshServer, guardian, show, tap } from "#test/guardian.tsx";

let server = fakeWatches();

beforeEach(async () => {
  server = await freshServer();
});

const drilled = { emergency: "e", isDrill: false } as const;
const alarm = (): DownItem => ({ kind: "alarm", ...drilled, at: Date.now(), place: null });
const LOST = "Something is missing here";
const isLost = () => screen.findByRole("heading", { name: LOST });
const gone = () => waitFor(() => expect(screen.queryByText(LOST)).toBeNull());

const again = () => {
  cleanup();
  show();
};

/** The page was closed for so long that the server kept nothing of an alarm. */
async function closedTooLong() {
  const phone = await guardian();
  await phone.keys();
  await screen.findByRole("heading", { name: "No emergency" });
  const digits = async () => expect((await people.read())[0]?.digits).not.toBeNull();
  await waitFor(digits);
  cleanup();
  const [ana] = await people.read();
  const reachedAt = new Date(2025, 10, 20, 9).getTime();
  await changeWatched(ana?.id ?? "", (before) => ({ ...before, reachedAt }));
  await phone.send(alarm());
  server.alter(0, { dropped: server.links[0]?.down.length ?? 0 });
  return { phone, id: ana?.id ?? "" };
}

test("says that something was sent which nobody can read, and nothing calm", async () => {
  document.title = disguiseTitle;
  await closedTooLong();
  show();
  const alert = (await isLost()).parentElement;
  expect(alert?.getAttribute("role")).toBe("alert");
  expect(alert?.textContent).toMatch(/Between .*2025.* something was sent/);
  expect(alert?.textContent).toMatch(/Nobody knows what it was\. Ask Ana by voice/);
  expect(document.title).toBe(`(1) ${disguiseTitle}`);
  const calm = /No emergency|Nothing came yet|Nothing happened/;
  expect(document.body.textContent).not.toMatch(calm);
  // Also after a reload, and without a connection.
  server.isDown = true;
  again();
  await isLost();
  expect(document.body.textContent).not.toMatch(calm);
});

test("is calm again once the guardian has asked, and does not say it twice", async () => {
  await closedTooLong();
  show();
  await tap("I have asked");
  await screen.findByRole("heading", { name: "No emergency" });
  again();
  await screen.findByRole("heading", { name: "No emergency" });
  expect(screen.queryByText(LOST)).toBeNull();
});

test("stays through a test message, and ends with the own PIN", async () => {
  const { phone } = await closedTooLong();
  show();
  await isLost();
  await phone.send({ kind: "test", at: Date.now() });
  await screen.findByText("Test message.");
  await isLost();
  expect(screen.queryByText(/Nothing happened/)).toBeNull();
  await phone.send({ kind: "ended", ...drilled, at: Date.now() });
  await screen.findByRole("heading", { name: "Ended with Ana's own PIN" });
  await gone();
});

test("hides no danger that a notification brought", async () => {
  const { id } = await closedTooLong();
  const pushed = { seq: 9, at: Date.now(), item: alarm(), isPushed: true };
  await changeWatched(id, (before) => withItems(before, [pushed]));
  show();
  await isLost();
  await screen.findByRole("heading", { name: "Ana started an emergency" });
  screen.getByText(/It may be more than notifications brought here/);
});
