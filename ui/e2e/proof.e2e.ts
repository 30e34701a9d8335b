/** Access on another device where purchases are proved by a link in a mail (`VERIFY_POLICY=proof`). */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBrowser, openPage } from "./browser.ts";
import { accessOf, cards, openCheckout, payEmbedded } from "./buying.ts";
import { startServer, type TestServer } from "./server.ts";

let server: TestServer;
let browser: Browser;

beforeAll(async () => {
  server = await startServer({ VERIFY_POLICY: "proof" });
  browser = await openBrowser();
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

const neutral = "If this address has a purchase, we have sent a link to it.";

async function ask(email: string): Promise<string | null> {
  const { page, close } = await openPage(browser, server.origin);
  await page.goto("/redownload");
  await page.getByLabel("Email Address").fill(email);
  await page.getByRole("button", { name: "Verify Email & Access App" }).click();
  await page.getByText(neutral).waitFor();
  const text = await page.locator("main").textContent();
  await close();
  return text;
}

const linkIn = (mail: string) =>
  /\/redownload\/confirm\?token=[\w-]+/.exec(mail.replace(/=\r?\n/g, "").replace(/=3D/g, "="))?.[0];

test("nobody learns whether an address bought, and its owner gets in by mail", async () => {
  const buyer = await openPage(browser, server.origin);
  await openCheckout(buyer.page, "ann@example.org");
  await payEmbedded(buyer.page, "Complete Purchase - $9.99", cards.pays);
  await buyer.page.getByText("Verified for: ann@example.org").waitFor();
  await buyer.close();

  expect(await ask("ann@example.org")).toBe(await ask("nobody@example.org"));
  await expect
    .poll(async () => (await server.mails()).some(linkIn), { timeout: 20_000 })
    .toBe(true);
  const link = (await server.mails()).map(linkIn).find((found) => found !== undefined);

  const owner = await openPage(browser, server.origin, { javaScriptEnabled: false });
  await owner.page.goto(String(link));
  await owner.page.reload();
  expect((await accessOf(owner.page)).access).toBe(false);
  await owner.page.getByRole("button", { name: "Continue" }).click();
  await owner.page.getByText("Purchase confirmed for: ann@example.org").waitFor();
  expect((await accessOf(owner.page)).access).toBe(true);
  await owner.close();

  const other = await openPage(browser, server.origin);
  await other.page.goto(String(link));
  await other.page.getByRole("heading", { name: "This link no longer works" }).waitFor();
  expect(other.page.url()).toBe(`${server.origin}/redownload/confirm`);
  other.expectProblem(/status of 410/);
  await other.close();
});
