/** What the server keeps about an address: seen and deleted by a link in a mail, without JavaScript. */

import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { priceLabel } from "#content/price.ts";
import { accessOf, cards, openCheckout, payEmbedded } from "./buying.ts";
import { inShell, stage } from "./stage.ts";

const on = stage({ ...inShell, environment: { VERIFY_POLICY: "proof" } });

/** Asks for the link from the privacy policy on. */
async function ask(email: string, javaScriptEnabled: boolean): Promise<string | null> {
  const { page, close } = await on.visit({ javaScriptEnabled });
  await page.goto("/privacy");
  await page.getByRole("link", { name: "See or delete what we keep about your address" }).click();
  await page.getByLabel("Email Address").fill(email);
  await page.getByRole("button", { name: "Send the link" }).click();
  await page.getByRole("heading", { name: "Check your email" }).waitFor();
  const text = await page.locator("main").textContent();
  await close();
  return text;
}

const linkIn = (mail: string) =>
  /\/your-data\?token=[\w-]+/.exec(mail.replace(/=\r?\n/g, "").replace(/=3D/g, "="))?.[0];

test("a person sees what is kept about their address, takes it as a file and deletes it", async () => {
  const buyer = await on.visit();
  await openCheckout(buyer.page, "ann@example.org");
  await payEmbedded(buyer.page, `Complete Purchase - ${priceLabel}`, cards.pays);
  await buyer.page.getByText("Verified for: ann@example.org").waitFor();
  await buyer.page.goto("/app");

  expect(await ask("ann@example.org", true)).toBe(await ask("nobody@example.org", false));
  await expect
    .poll(async () => (await on.server.mails()).some(linkIn), { timeout: 60_000 })
    .toBe(true);
  const link = String((await on.server.mails()).map(linkIn).find((found) => found !== undefined));

  const { page, close } = await on.visit({ javaScriptEnabled: false });
  await page.goto(link);
  await page.getByRole("heading", { name: "Your purchase" }).waitFor();
  await page.getByText("ann@example.org").waitFor();
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download the file" }).click(),
  ]);
  expect(file.suggestedFilename()).toBe("data.json");
  const held: unknown = JSON.parse(await readFile(await file.path(), "utf8"));
  expect(held).toMatchObject({ orders: [{ buyer_email: "ann@example.org", status: "paid" }] });

  // Not without the tick.
  await page.getByRole("button", { name: "Delete everything" }).click();
  expect((await accessOf(buyer.page)).access).toBe(true);
  await page.getByLabel("I understand").check();
  await page.getByRole("button", { name: "Delete everything" }).click();
  await page.getByRole("heading", { name: "Deleted" }).waitFor();
  expect((await accessOf(buyer.page)).access).toBe(false);
  await close();
  await buyer.close();
});
