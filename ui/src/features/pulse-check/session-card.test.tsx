/** Claims about the session on the heart monitor, which somebody else may look at. */
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { sessionRecord } from "#store/emergency/session.ts";
import { DEFAULT_SETTINGS, settingsRecord } from "#store/settings/settings.ts";
import { fakeTimers } from "#test/fake-timers.ts";
import { makeOwnLink, storeGuardians } from "#test/link-pair.ts";
import { quicklySealed } from "#test/sealed-pin.ts";
import { SessionCard } from "./session-card.tsx";
import { SessionKeeper } from "./sessions.ts";

/** Nothing that an ordinary fitness app would not say. */
const telling = /alert|guardian|trust|danger|emergenc|safe|server|whatever/i;

beforeEach(() => {
  // It fails at once: the one look at a time would be the next test's, too.
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
});
// A session outlives its page: every later page would go on with it.
afterEach(async () => {
  await sessionRecord.change(() => ({ keep: null, answer: undefined }));
  await storeGuardians([]);
  await waitFor(() => expect(screen.queryByRole("button", { name: "End session" })).toBeNull());
});

const openSettings = vi.fn();

const cardFor = (who: "anybody" | "the person") => (
  <>
    <SessionKeeper />
    <SessionCard
      isRead={who === "the person"}
      onChange={() => undefined}
      onSettings={openSettings}
    />
  </>
);

/** Opens the lengths; returns how to show the card to somebody else. */
async function openChoices() {
  const { rerender } = render(cardFor("anybody"));
  await userEvent.click(await screen.findByRole("button", { name: "Start session" }));
  return (who: "anybody" | "the person") => rerender(cardFor(who));
}

async function giveOwnPin(): Promise<void> {
  settingsRecord.write({ ...DEFAULT_SETTINGS, pinCode: await quicklySealed("482915") });
}

test("without a guardian it leads to the settings, and does not say what a session is for", async () => {
  await giveOwnPin();
  await openChoices();
  openSettings.mockClear();
  await userEvent.click(await screen.findByRole("button", { name: "Open the settings" }));
  expect(openSettings).toHaveBeenCalledOnce();
  expect(screen.queryByRole("button", { name: /min/ })).toBeNull();
  expect(document.body.textContent).not.toMatch(telling);
});

test("without an own PIN, which alone ends a session, none can be started", async () => {
  await storeGuardians([await makeOwnLink("Ben")]);
  await openChoices();
  await screen.findByRole("button", { name: "Open the settings" });
  expect(document.body.textContent).not.toMatch(telling);
});

test("the lengths are offered, and do not say what a session is for", async () => {
  await giveOwnPin();
  await storeGuardians([await makeOwnLink("Ben")]);
  await openChoices();
  for (const minutes of [15, 30, 60, 90]) {
    await screen.findByRole("button", { name: `${minutes} min` });
  }
  expect(document.body.textContent).not.toMatch(telling);
  await userEvent.click(screen.getByRole("button", { name: "Start until then" }));
  expect((await screen.findByRole("alert")).textContent).toBe("Please enter a time.");
});

test("a guardian who left is a loss that the person must have read, of which nobody else reads", async () => {
  await giveOwnPin();
  const link = await makeOwnLink("Ben");
  await storeGuardians([link]);
  const server = fakeTimers([link], Date.now);
  vi.stubGlobal("fetch", server.fetch);
  const showTo = await openChoices();
  await userEvent.click(await screen.findByRole("button", { name: "15 min" }));
  await screen.findByText(/^Session until [^.]+\.$/);
  showTo("the person");
  await screen.findByText(/^If this session is not ended by .* Confirmed \d\d:\d\d\.$/);
  expect(screen.queryByRole("button", { name: "I have read this" })).toBeNull();
  showTo("anybody");
  for (const line of server.lines) server.endLink(line);
  await userEvent.click(screen.getByRole("button", { name: "15 min more" }));
  await screen.findByText(/^Session until [^.]+\. Not saved yet\. Something changed\.$/);
  expect(document.body.textContent).not.toMatch(telling);
  expect(screen.queryByRole("button", { name: "I have read this" })).toBeNull();
  showTo("the person");
  await screen.findByText("Nobody is alerted. Ben is no longer linked.");
  await userEvent.click(screen.getByRole("button", { name: "I have read this" }));
  await screen.findByRole("button", { name: "Start session" });
});

test("a session of which the server says nothing is not said to be armed, and nobody else reads what it does", async () => {
  await giveOwnPin();
  await storeGuardians([await makeOwnLink("Ben")]);
  const showTo = await openChoices();
  await userEvent.click(await screen.findByRole("button", { name: "15 min" }));
  await screen.findByText(/^Session until [^.]+\. Not saved yet\.$/);
  expect(document.body.textContent).not.toMatch(telling);
  showTo("the person");
  expect(screen.getByRole("status").textContent).toBe(
    "Not armed yet: the server has not answered. Nobody is alerted.",
  );
});

test("a session that one of two guardians is not alerted of is not saved yet", async () => {
  await giveOwnPin();
  const links = [await makeOwnLink("Ben"), await makeOwnLink("Zoe")];
  await storeGuardians(links);
  const server = fakeTimers(links, Date.now);
  const [, missing] = server.lines;
  Object.assign(missing ?? {}, { isMissing: true });
  vi.stubGlobal("fetch", server.fetch);
  const showTo = await openChoices();
  showTo("the person");
  await userEvent.click(await screen.findByRole("button", { name: "15 min" }));
  await screen.findByText(/Ben is alerted at .* Not (armed|confirmed) for Zoe/);
  showTo("anybody");
  await screen.findByText(/^Session until [^.]+\. Not saved yet\.$/);
});

test("a session that the phone cannot store is said not to have begun", async () => {
  await giveOwnPin();
  await storeGuardians([await makeOwnLink("Ben")]);
  await openChoices();
  const put = vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  await userEvent.click(await screen.findByRole("button", { name: "15 min" }));
  const said = await screen.findByRole("alert");
  expect(said.textContent).toBe("No session: this phone could not store it. Please try again.");
  expect(document.body.textContent).not.toMatch(telling);
  put.mockRestore();
  await screen.findByRole("button", { name: "Start session" });
});
