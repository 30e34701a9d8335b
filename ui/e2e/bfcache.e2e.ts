/** Pages that the browser shows again from its back/forward cache. */
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { chromiumFlags, chromiumPath, openPage } from "./browser.ts";
import { mirrorOf, partsOf, patience, phoneOptions, prepare, startReal, unasked } from "./phone.ts";
import { startServer, type TestServer } from "./server.ts";
import { openSettled } from "./still.ts";

let server: TestServer;
let browser: Browser;

beforeAll(async () => {
  server = await startServer();
  // The library switches this cache off in the browsers that it starts.
  browser = await chromium.launch({
    executablePath: chromiumPath,
    args: chromiumFlags,
    ignoreDefaultArgs: ["--disable-back-forward-cache"],
  });
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});

/** Goes to another entry of the history. The page does it after its answer, which a fast change of pages would cut off. */
async function goTo(page: Page, entry: "first page" | "page before"): Promise<void> {
  await page.evaluate((wanted) => {
    // The first entry is the empty document of a new tab.
    const steps = wanted === "first page" ? 2 - history.length : -1;
    setTimeout(() => history.go(steps));
  }, entry);
}

/** Notes on the page that it was kept, and not loaded again. */
const markKept = (page: Page) =>
  page.evaluate(() =>
    window.addEventListener("pageshow", (event) =>
      sessionStorage.setItem("shownAgain", String(event.persisted)),
    ),
  );
const wasKept = (page: Page) => page.evaluate(() => sessionStorage.getItem("shownAgain"));

test("the landing page leads back to the lock, and the recording goes on", async () => {
  const phone = await openPage(browser, server.origin, phoneOptions);
  await prepare(phone.context);
  const { page } = phone;
  page.on("dialog", (dialog) => void dialog.accept());
  await openSettled(page, "/");
  await markKept(page);
  await page.goto("/home");
  await startReal(page);
  await page.getByText("Recording audio evidence").waitFor();
  await goTo(page, "first page");
  await expect.poll(() => wasKept(page), patience).toBe("true");
  await page.getByRole("heading", { name: "EMERGENCY ACTIVE" }).waitFor(patience);
  const seconds = async () => (await partsOf(page)).at(-1)?.decoded ?? 0;
  const before = await seconds();
  await expect.poll(seconds, patience).toBeGreaterThan(before);
  expect(await mirrorOf(page)).toMatchObject({ isLocked: true });
  await phone.context.close();
});

test("a page that was opened with the code asks for it again", async () => {
  const phone = await openPage(browser, server.origin, phoneOptions);
  await prepare(phone.context, { ...unasked, asksForCode: true });
  const { page } = phone;
  await openSettled(page, "/settings");
  await page.getByLabel("Security code").fill("482915");
  await page.getByRole("button", { name: "Verify Code" }).click();
  await page.getByRole("heading", { name: "Settings", exact: true }).waitFor();
  await page.goto("/subscribe");
  await goTo(page, "page before");
  await page.getByRole("heading", { name: "Security Verification" }).waitFor(patience);
  await phone.context.close();
});
