/** Access on another device where purchases are proved by a link in a mail (`VERIFY_POLICY=proof`). */

import { expect, test } from "vitest";
import { priceLabel } from "#content/price.ts";
import { accessOf, cards, openCheckout, payEmbedded } from "./buying.ts";
import { inShell, stage } from "./stage.ts";

const on = stage({ ...inShell, environment: { VERIFY_POLICY: "proof" } });

const neutral = "If this address has access, a link is on its way.";

async function ask(email: string): Promise<string | null> {
  const { page, close } = await on.visit();
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

async function buy(email: string): Promise<void> {
  const { page, close } = await on.visit();
  await openCheckout(page, email);
  await payEmbedded(page, `Complete Purchase - ${priceLabel}`, cards.pays);
  await page.getByText(`Verified for: ${email}`).waitFor();
  await close();
}

/** The path of the link that was mailed to an address. */
async function linkTo(email: string): Promise<string> {
  const found = async () => {
    const mails = await on.server.mails();
    return mails.filter((mail) => mail.includes(email)).find(linkIn);
  };
  await expect.poll(found).toBeDefined();
  return String(linkIn(String(await found())));
}

test("nobody learns whether an address bought, and its owner gets in by mail", async () => {
  await buy("ann@example.org");
  expect(await ask("ann@example.org")).toBe(await ask("nobody@example.org"));
  const link = await linkTo("ann@example.org");

  const owner = await on.visit({ javaScriptEnabled: false });
  await owner.page.goto(link);
  await owner.page.reload();
  expect((await accessOf(owner.page)).access).toBe(false);
  await owner.page.getByRole("button", { name: "Continue" }).click();
  await owner.page.getByText("Purchase confirmed for: ann@example.org").waitFor();
  expect((await accessOf(owner.page)).access).toBe(true);
  await owner.close();

  const other = await on.visit();
  await other.page.goto(link);
  await other.page.getByRole("heading", { name: "This link no longer works" }).waitFor();
  expect(other.page.url()).toBe(`${on.server.origin}/redownload/confirm`);
  other.expectProblem(/status of 410/);
  await other.close();
});

test.each([true, false])(
  "an app that a mail's link does not open in takes the link pasted (JavaScript: %s)",
  async (javaScriptEnabled) => {
    const email = `paste-${javaScriptEnabled}@example.org`;
    await buy(email);
    const { page, close } = await on.visit({ javaScriptEnabled });
    await page.goto("/verify");
    await page.getByLabel("Email Address").fill(email);
    await page.getByRole("button", { name: "Verify Purchase" }).click();
    await page.getByText(neutral).waitFor();
    const link = await linkTo(email);
    // Looking at the mail may close the app on a phone; it starts with the form again.
    await page.goto("/verify");
    await page.getByText("Use a link from an email").click();
    await page.getByLabel("Link from the email").fill(`${on.server.origin}${link}`);
    await page.getByRole("button", { name: "Use This Link" }).click();
    await page.getByText(`Purchase confirmed for: ${email}`).waitFor();
    expect((await accessOf(page)).access).toBe(true);
    // The history does not lead to the address again.
    if (javaScriptEnabled) await page.waitForURL(`${on.server.origin}/redownload`);
    await close();
  },
);
