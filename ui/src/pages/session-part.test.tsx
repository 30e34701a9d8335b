/** Claims about who reads on the heart monitor what a session does: the person who typed the own PIN, and for a moment. */
import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { sessionLimits } from "#content/guardian-limits.ts";
import { sessionRecord } from "#store/emergency/session.ts";
import { DEFAULT_SETTINGS, settingsRecord } from "#store/settings/settings.ts";
import { introRecord } from "#store/settings/setup.ts";
import { fakeTimers } from "#test/fake-timers.ts";
import { makeOwnLink, storeGuardians } from "#test/link-pair.ts";
import { showPage } from "#test/page.tsx";
import { payloadOf } from "#test/payload.ts";
import { quicklySealed } from "#test/sealed-pin.ts";

const ownPin = "482915";
const { demoPin } = payloadOf("heart-monitor").site;
/** Nothing that an ordinary fitness app would not say. */
const telling = /alert|guardian|Ben|Ana|link|armed|danger|emergenc|safe|server|message/i;
const plain = /^Session until [^.]+\.$/;
let server: ReturnType<typeof fakeTimers>;

// A whole page takes long on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

beforeEach(async () => {
  const contacts = [{ id: "a", name: "Ana", phoneNumber: "+61400000001" }];
  const pinCode = await quicklySealed(ownPin);
  settingsRecord.write({ ...DEFAULT_SETTINGS, contacts, pinCode, staysDisguised: true });
  introRecord.write(true);
  const link = await makeOwnLink("Ben");
  await storeGuardians([link]);
  server = fakeTimers([link], Date.now);
  vi.stubGlobal("fetch", server.fetch);
});
// A session outlives its page: every later page would go on with it.
afterEach(async () => {
  await sessionRecord.change(() => ({ keep: null, answer: undefined }));
  await storeGuardians([]);
  await waitFor(() => expect(screen.queryByRole("button", { name: "End session" })).toBeNull());
});

const press = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));
const typeCode = async (pin: string) => {
  await userEvent.type(await screen.findByLabelText("Security code"), pin);
  await press("Verify Code");
};
/** The person looks away, or looks again. */
const turn = (state: "hidden" | "visible") =>
  act(() => {
    vi.spyOn(document, "visibilityState", "get").mockReturnValue(state);
    document.dispatchEvent(new Event("visibilitychange"));
  });

/** The heart monitor, and every text that it had since then. */
function watchedPage(): string[] {
  showPage("heart-monitor");
  const seen: string[] = [];
  const screens = new MutationObserver(() => seen.push(document.body.textContent ?? ""));
  screens.observe(document.body, { childList: true, characterData: true, subtree: true });
  onTestFinished(() => screens.disconnect());
  return seen;
}

/** Starts a session, and waits until the server has it. */
async function begin(): Promise<void> {
  await press("Start session");
  await press("15 min");
  await screen.findByText(plain);
}

/** Opens what the session does with the code. */
async function read(): Promise<HTMLElement> {
  await press("Details");
  await typeCode(ownPin);
  return screen.findByText(/^If this session is not ended by .*, Ben is alerted at .* Confirmed/);
}

test("whoever starts or extends a session without the code reads nothing of what it does, nor of a guardian who left", async () => {
  const seen = watchedPage();
  await begin();
  await press("15 min more");
  await waitFor(() => expect(server.lines[0]?.arms.length).toBeGreaterThan(1));
  await screen.findByText(plain);
  for (const line of server.lines) server.endLink(line);
  turn("hidden");
  turn("visible");
  await screen.findByText(/^Session until [^.]+\. Not saved yet\. Something changed\.$/);
  await press("Details");
  await typeCode(demoPin);
  await screen.findByText(/Something changed\.$/);
  expect(screen.queryByRole("button", { name: "I have read this" })).toBeNull();
  expect(seen.join()).not.toMatch(telling);
  await press("Details");
  await typeCode(ownPin);
  await screen.findByText("Nobody is alerted. Ben is no longer linked.");
  await press("I have read this");
  await screen.findByRole("button", { name: "Start session" });
});

test("after the own PIN it says who is alerted, until the person looks away or leaves the view, and for a minute", async () => {
  watchedPage();
  await begin();
  await read();
  turn("hidden");
  await screen.findByText(plain);
  turn("visible");
  await screen.findByText(plain);
  await read();
  await press("Trends");
  await press("Today");
  await screen.findByText(plain);
  await press("Details");
  vi.useFakeTimers({ shouldAdvanceTime: true });
  await typeCode(ownPin);
  await screen.findByText(/^If this session is not ended by/);
  await act(async () => void vi.advanceTimersByTime(sessionLimits.glanceMs));
  await screen.findByText(plain);
});

test("a session that ended without a connection says so plainly, and its messages are for who typed the own PIN", async () => {
  const seen = watchedPage();
  await begin();
  server.setNetwork("down");
  await press("End session");
  expect(seen.join()).not.toMatch(telling);
  await typeCode(ownPin);
  await screen.findByText(/^Not yet told the server\. Ben is alerted at .* unless/);
  await screen.findByRole("link", { name: "Message Ana" });
  turn("hidden");
  turn("visible");
  await screen.findByText("Session ended. Not saved yet.");
  expect(document.body.textContent).not.toMatch(telling);
  await press("Details");
  await typeCode(ownPin);
  await screen.findByRole("link", { name: "Message Ana" });
});

test("who begins another session right after the own PIN has ended one reads nothing of what it does", async () => {
  const seen = watchedPage();
  await begin();
  await press("End session");
  await typeCode(ownPin);
  await screen.findByRole("button", { name: "Start session" });
  seen.length = 0;
  await begin();
  expect(seen.join()).not.toMatch(telling);
});
