/** The code before what is protected, and what the device stores of it, in a real browser. */
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { untilAppKept } from "./app-pages.ts";
import { openPhone, ownPin, patience, savedSettings, startReal } from "./phone.ts";
import { stage } from "./stage.ts";

const on = stage();

/** What an earlier release stored: digits in clear, and no question unless it was switched on. */
const earlier = { ...savedSettings, pinCode: ownPin, asksForCode: false };

const question = (page: Page) => page.getByRole("heading", { name: "Security Verification" });

/** Everything that the page can read of the device's storage, as text. */
const stored = (page: Page) =>
  page.evaluate(async () => {
    const texts = Object.entries(localStorage).flat();
    for (const { name } of await indexedDB.databases()) {
      const open = indexedDB.open(name ?? "");
      const db: IDBDatabase = await new Promise((resolve) => {
        open.onsuccess = () => resolve(open.result);
      });
      for (const store of db.objectStoreNames) {
        const all = db.transaction(store).objectStore(store).getAll();
        await new Promise((resolve) => {
          all.onsuccess = resolve;
        });
        texts.push(JSON.stringify(all.result));
      }
      db.close();
    }
    return texts.join("\n");
  });

describe("a phone with an own PIN", () => {
  test.each(["/settings", "/voice", "/settings/", "/settings?from=heart"])(
    "shows nothing of %s before the code, however slow the phone is",
    async (path) => {
      const { page, context, close } = await openPhone(on, earlier);
      await page.goto("/app");
      await untilAppKept(page);
      await page.addInitScript(() => {
        const look = () => {
          const fields = [...document.querySelectorAll("input, textarea")] as HTMLInputElement[];
          const texts = [document.body?.textContent, ...fields.map(({ value }) => value)];
          if (texts.some((text) => text?.includes("Ana"))) Object.assign(window, { isSeen: true });
          requestAnimationFrame(look);
        };
        look();
      });
      const session = await context.newCDPSession(page);
      await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
      await page.goto(path);
      await question(page).waitFor(patience);
      expect(await page.evaluate(() => "isSeen" in window)).toBe(false);
      await session.send("Emulation.setCPUThrottlingRate", { rate: 1 });
      await page.getByLabel("Security code").fill(ownPin);
      await page.getByRole("button", { name: "Verify Code" }).click();
      await question(page).waitFor({ state: "detached" });
      await page.reload();
      await question(page).waitFor();
      await close();
    },
  );

  test("stores none of its digits, in the settings or with an emergency", async () => {
    const { page, close } = await openPhone(on, earlier);
    await page.goto("/home");
    await expect.poll(() => stored(page), patience).toMatch(/pinCode":"pbkdf2-sha256:/);
    await startReal(page);
    await page.getByText("Recording audio evidence").waitFor();
    const texts = await stored(page);
    expect(texts).toMatch(/ownPin":"pbkdf2-sha256:/);
    expect(texts).not.toContain(ownPin);
    await close();
  });
});
