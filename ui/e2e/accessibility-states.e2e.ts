/** Dialogs, locks and the states of a gift against axe's WCAG 2.2 AA rules. */
import type { BrowserContextOptions, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { findingsOn } from "./axe.ts";
import { cards, openCheckout, payEmbedded } from "./buying.ts";
import { openPhone, savedSettings, startReal } from "./phone.ts";
import { manyBuyers, stage } from "./stage.ts";
import { untilStill } from "./still.ts";

const on = stage(manyBuyers);

const looks: BrowserContextOptions[] = [
  { viewport: { width: 360, height: 740 }, colorScheme: "light", bypassCSP: true },
  { viewport: { width: 1280, height: 800 }, colorScheme: "dark", bypassCSP: true },
];

/** Expects no finding and no sideways scrolling, once every animation has ended. */
async function expectGood(page: Page): Promise<void> {
  await untilStill(page);
  expect(await findingsOn(page)).toEqual([]);
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBe(0);
}

describe.each(looks)("at $viewport.width px, $colorScheme", (look) => {
  test("the purchase dialog and the success page have no findings", async () => {
    const { page, close } = await on.visit(look);
    await page.goto("/");
    await page.getByRole("link", { name: /Purchase now/ }).click();
    await page.getByRole("dialog", { name: "Secure Purchase" }).waitFor();
    await expectGood(page);
    await openCheckout(page, "ann@example.org");
    await payEmbedded(page, "Complete Purchase - $9.99", cards.pays);
    await page.getByText("Verified for: ann@example.org").waitFor();
    await expectGood(page);
    await close();
  });

  test("a gift has no findings: to share, to redeem, redeemed and unavailable", async () => {
    const buyer = await on.visit(look);
    await buyer.page.goto("/gift");
    await buyer.page.getByLabel("Your Email Address").fill("ann@example.org");
    await buyer.page.getByLabel("Friend's Email Address").fill("friend@example.org");
    await buyer.page.getByLabel("Personal Message (optional)").fill("Take care.\nAnn");
    await buyer.page.getByRole("button", { name: "Continue to Payment" }).click();
    await payEmbedded(buyer.page, "Complete Gift Purchase - $9.99", cards.pays);
    const shown = buyer.page.getByText(/\/gift\/[a-z2-7]{26}$/);
    const link = (await shown.textContent()) ?? "";
    await expectGood(buyer.page);
    await buyer.close();

    const friend = await on.visit(look);
    await friend.page.goto(link);
    await friend.page.getByText("Take care.").waitFor();
    await expectGood(friend.page);
    await friend.page.getByRole("button", { name: "Activate & Download" }).click();
    await friend.page.waitForURL("**/app");
    await friend.page.goto(link);
    await friend.page.getByRole("heading", { name: "Gift Activated!" }).waitFor();
    await expectGood(friend.page);
    await friend.close();

    const late = await on.visit(look);
    await late.page.goto(link);
    await late.page.getByRole("heading", { name: "Gift Not Available" }).waitFor();
    late.expectProblem(/status of 410/);
    await expectGood(late.page);
    await late.close();
  });

  test("the main screen's dialogs and the confirmation of a real emergency have no findings", async () => {
    const { page, close } = await openPhone(on, savedSettings, look);
    await page.goto("/home", { waitUntil: "networkidle" });
    for (const name of ["Basic settings", "Advanced settings"]) {
      await page.getByRole("button", { name }).click();
      await page.getByRole("dialog").waitFor();
      await expectGood(page);
      await page.keyboard.press("Escape");
      await page.getByRole("dialog").waitFor({ state: "detached" });
    }
    await page.getByRole("button", { name: "REAL EMERGENCY" }).click();
    await page.getByRole("alertdialog").waitFor();
    await expectGood(page);
    await close();
  });

  test("the lock screen and the overlay have no findings, with and without keypad", async () => {
    const { page, close } = await openPhone(on, savedSettings, look);
    await page.goto("/home");
    await startReal(page);
    await page.getByText("Recording audio evidence").waitFor();
    await expectGood(page);
    await page.getByRole("button", { name: "Show keypad" }).click();
    await expectGood(page);
    await page.goto("/settings");
    await page.getByRole("heading", { name: "EMERGENCY MODE ACTIVE" }).waitFor();
    await expectGood(page);
    await page.getByRole("button", { name: "Enter PIN to Unlock" }).click();
    await page.getByLabel("Enter PIN to Unlock").waitFor();
    await expectGood(page);
    await close();
  });

  test("the security code screen has no findings", async () => {
    const settings = { ...savedSettings, asksForCode: true };
    const { page, close } = await openPhone(on, settings, look);
    await page.goto("/app", { waitUntil: "networkidle" });
    await page.getByRole("button", { name: /BPM/ }).click();
    await page.getByRole("heading", { name: "Security Verification" }).waitFor();
    await expectGood(page);
    await close();
  });
});
