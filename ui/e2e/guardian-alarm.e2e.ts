/** A guardian is told of an emergency: real browsers, a real server, real Web Push, nobody taps Send. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type GuardedPhones, openHome, startGuarded } from "./guardian-phones.ts";
import { answeredAfter, toldAfter } from "./guardian-times.ts";
import { demoPin, ownPin, patience, startReal, unlock } from "./phone.ts";
import { browserOf, openReference } from "./reference.ts";

let phones: GuardedPhones;

beforeEach(async () => {
  phones = await startGuarded();
  await openHome(phones.her.page, phones.server.origin);
}, 120_000);
afterEach(async () => {
  // A browser or a server that was killed leaves requests without an answer.
  await phones.stop();
}, 60_000);

const titles = () => phones.his.notifications().map(({ title }) => title);
/** The line of the lock about the guardian. */
const line = (text: string) => phones.her.page.getByText(text, { exact: true });
/** How many taps of a plain page something takes that resolves to its milliseconds. */
async function tapsOf(act: () => Promise<number>): Promise<number> {
  const reference = await openReference(browserOf(phones.her), phones.server.origin);
  const { result, tap } = await reference.beside(act);
  await reference.close();
  return result / tap;
}
const openWatch = async () => {
  await phones.his.page.goto(`${phones.server.origin}/watch`);
};

describe("an emergency", () => {
  test("reaches a guardian whose page is closed within 30 taps of a plain page, and the page shows the place", async () => {
    const { his } = phones;
    await his.leave();
    expect(await tapsOf(() => toldAfter(phones))).toBeLessThan(30);
    await line("On Ben's phone").waitFor(patience);
    await openWatch();
    await his.page.getByRole("heading", { name: "Mia started an emergency" }).waitFor(patience);
    await his.page.getByText("-33.86882, 151.20929", { exact: true }).waitFor(patience);
    const [pushed] = phones.push.accepted;
    expect(pushed?.headers).toMatchObject({ urgency: "high", "content-encoding": "aes128gcm" });
  });

  test("says what is so of the guardian, and shows the answer", async () => {
    const { her, his } = phones;
    phones.push.answers = 503;
    await startReal(her.page);
    await line("Sending to Ben's phone").waitFor(patience);
    phones.push.answers = "accepts";
    await line("On Ben's phone").waitFor({ timeout: 30_000 });
    await expect.poll(titles, patience).toEqual(["Mia needs help"]);
    await his.tap("seen");
    await line("Ben has seen it").waitFor(patience);
    await openWatch();
    await his.page.getByRole("button", { name: "On my way" }).click();
    await line("Ben answered: on my way").waitFor(patience);
  });

  test("is known to the guardian although her browser is killed as soon as the server had it", async () => {
    const { her, his } = phones;
    const stored = her.page.waitForResponse(
      (response) => response.url().endsWith("/api/watches/items") && response.status() === 201,
    );
    await startReal(her.page);
    await stored;
    await her.kill();
    await expect.poll(titles, patience).toEqual(["Mia needs help"]);
    await openWatch();
    await his.page.getByText("-33.86882, 151.20929", { exact: true }).waitFor(patience);
    await phones.reopen();
  });

  test("opened with the public code reads as danger, and its end with the own PIN as the end", async () => {
    const { her } = phones;
    await startReal(her.page);
    await expect.poll(titles, patience).toEqual(["Mia needs help"]);
    await unlock(her.page, demoPin);
    await her.page.getByRole("button", { name: /BPM/ }).waitFor();
    await expect.poll(titles, patience).toEqual(["Treat as danger: Mia"]);
    await her.page.getByRole("button", { name: /BPM/ }).click();
    await her.page.getByLabel("Security code").fill(ownPin);
    await her.page.getByRole("button", { name: "Verify Code" }).click();
    await expect.poll(titles, patience).toEqual(["Mia ended the alert"]);
  });

  test("of a test is shown as a test", async () => {
    const { her } = phones;
    await her.page.getByRole("button", { name: "TEST EMERGENCY" }).click();
    await expect.poll(titles, patience).toEqual(["Test from Mia"]);
    await her.page.getByText(/Your guardians get it marked as a test/).waitFor(patience);
  });
});

describe("behind the heart monitor", () => {
  const bpm = (rate: number) => phones.her.page.getByRole("button", { name: `${rate} BPM` });

  test("the guardian's answer is the heart rate within 35 taps of a plain page, and a forged one changes nothing", async () => {
    const { her, his, server } = phones;
    await startReal(her.page);
    await expect.poll(titles, patience).toEqual(["Mia needs help"]);
    await unlock(her.page, demoPin);
    await bpm(0).waitFor(patience);
    // The server's own tokens, used by somebody without the key.
    const request = his.context.waitForEvent("request", (one) => one.url().includes("/items?"));
    await openWatch();
    await request;
    const forged = await forge(server.origin);
    expect(forged).toBe(201);
    await his.page.getByRole("button", { name: "I saw it" }).waitFor(patience);
    expect(await bpm(0).count()).toBe(1);
    const seen = await tapsOf(() => answeredAfter(phones, "I saw it", 64));
    const called = await tapsOf(() => answeredAfter(phones, "I called the police", 88));
    // An answer passes two browsers and the server, and on a busy machine one of them may just have to wait.
    expect(Math.min(seen, called)).toBeLessThan(35);
  });

  /** Sends an item with the guardian's own token that his key did not seal. */
  async function forge(origin: string): Promise<number> {
    const token = await phones.his.page.evaluate(async () => {
      const open = indexedDB.open("links");
      const db: IDBDatabase = await new Promise((resolve) => {
        open.onsuccess = () => resolve(open.result);
      });
      const get = db.transaction("state").objectStore("state").get("watched");
      const [person] = await new Promise<{ post: string }[]>((resolve) => {
        get.onsuccess = () => resolve(get.result);
      });
      db.close();
      return person?.post ?? "";
    });
    const bytes = Buffer.alloc(540, 7).toString("base64url");
    const response = await fetch(`${origin}/api/watches/items`, {
      method: "POST",
      headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
      body: JSON.stringify({ seq: 999, bytes, wake: false }),
    });
    return response.status;
  }
});
