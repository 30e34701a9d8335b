/** Claims about a session on a disk that takes nothing more, or that cannot be read for a while. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { sessionRecord } from "#store/emergency/session.ts";
import { guardianOutbox } from "#store/guardians/guardian-outbox.ts";
import { guardianTold } from "#store/guardians/guardian-told.ts";
import { closeLinks } from "#store/guardians/link-record.ts";
import { minutes, type SessionPhone, sessionPhone } from "#test/session-phone.ts";

let phone: SessionPhone;

beforeEach(async () => {
  phone = await sessionPhone(["Ana"]);
});
afterEach(async () => {
  vi.restoreAllMocks();
  // What the page remembered is stored now, and goes on in no other test.
  await sessionRecord.change(() => ({ keep: null, answer: undefined }));
  for (const record of [guardianOutbox, guardianTold]) {
    await record.change(() => ({ keep: [], answer: undefined }));
  }
  phone.close();
  // The set-up closes the databases of the modules that were loaded last, which may be another tab's.
  await closeLinks();
  vi.unstubAllGlobals();
});

const begin = async () => {
  await phone.sessions().begin(30);
  await expect.poll(phone.isArmed).toBe(true);
};
const refuse = () => {
  throw new DOMException("full", "QuotaExceededError");
};
const fill = () => vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(refuse);

test("the own PIN stops the timer all the same", async () => {
  await begin();
  fill();
  await phone.sessions().end("own");
  await expect.poll(() => phone.line().timer?.state).toBe("stopped");
  await expect.poll(phone.session).toBeNull();
  expect(phone.line().sent).toEqual([]);
});

test("the public code alerts the guardian all the same, and seems to end the session", async () => {
  await begin();
  fill();
  await phone.sessions().end("public");
  const kinds = async () => [...new Set(await phone.sentKinds())];
  await expect.poll(kinds).toEqual(["opened-with-public-code"]);
  expect(phone.session()?.phase).not.toBe("running");
});

test.each(["own", "public"] as const)(
  "the end by the %s code is not undone by a reload",
  async (code) => {
    await begin();
    fill();
    await phone.sessions().end(code);
    await expect.poll(phone.session).toBeNull();
    const reloaded = await phone.otherTab();
    await expect.poll(reloaded.state.get).not.toBeUndefined();
    expect(reloaded.state.get()).toBeNull();
  },
);

test("none begins, because nobody could end it once its page is closed", async () => {
  fill();
  await expect(phone.sessions().begin(30)).rejects.toThrow("full");
  await phone.pass(0);
  expect([phone.session(), phone.line().arms]).toEqual([null, []]);
});

test("an end while the database cannot be read is told the server all the same", async () => {
  await begin();
  await closeLinks();
  const opening = vi.spyOn(indexedDB, "open").mockImplementation(() => {
    throw new DOMException("lost", "UnknownError");
  });
  await phone.sessions().end("own");
  await expect.poll(() => phone.line().timer?.state).toBe("stopped");
  opening.mockRestore();
  phone.show();
  await expect.poll(phone.session).toBeNull();
  expect(phone.line().timer?.state).toBe("stopped");
});

test("an end that no disk took ends no later session of another tab", async () => {
  await begin();
  const other = await phone.otherTab();
  await expect.poll(() => other.state.get()?.phase).toBe("running");
  const full = fill();
  const stuck = vi.spyOn(IDBObjectStore.prototype, "delete").mockImplementation(refuse);
  await phone.sessions().end("own");
  await expect.poll(phone.session).toBeNull();
  full.mockRestore();
  stuck.mockRestore();
  expect(other.state.get()?.phase).toBe("running");
  await other.end("own");
  await expect.poll(() => other.state.get()).toBeNull();
  phone.sleep(minutes(1));
  await other.begin(15);
  await expect.poll(() => [phone.session()?.phase, phone.isArmed()]).toEqual(["running", true]);
  phone.sleep(minutes(21));
  expect(await phone.sentKinds()).toEqual(["overdue"]);
});
