/** The checkout and the gift page with their card forms, on a screen that notes what moves. */

import type { Page } from "playwright-core";
import { expect } from "vitest";
import { priceLabel } from "#content/price.ts";
import { withAddress } from "./buying.ts";
import { noteShifts, shiftsOf } from "./late-form.ts";
import type { Stage } from "./stage.ts";

/** The buyer's address, which is known from the start. */
export const address = "maria.fernandez-oconnor@post.example.org";
/** The button that pays, on both pages. */
export const buttons = {
  checkout: `Complete Purchase - ${priceLabel}`,
  gift: `Complete Gift Purchase - ${priceLabel}`,
} as const;

/** A phone or computer on whose screen the whole page is, and which notes what moves. */
export async function visitWide(on: Stage, width: number, height = 2400) {
  const visit = await on.visit({
    viewport: { width, height },
    ...withAddress(on, address),
    // Scripts come from the network.
    serviceWorkers: "block",
  });
  await visit.page.addInitScript(noteShifts);
  return visit;
}

/** Opens the gift page, to which the addresses of a purchase that was begun come late, and goes on to the payment. */
export async function goOnToGiftPayment(page: Page): Promise<void> {
  await page.addInitScript((buyerEmail) => {
    const pending = {
      type: "gift",
      buyerEmail,
      recipientEmail: "friend@example.org",
      timestamp: 1,
    };
    sessionStorage.setItem("pendingPurchase", JSON.stringify(pending));
  }, address);
  await page.goto("/gift");
  const goOn = page.getByRole("button", { name: "Continue to Payment" });
  await expect.poll(() => page.getByLabel("Your Email Address").inputValue()).toBe(address);
  await expect.poll(() => goOn.isEnabled()).toBe(true);
  expect(await shiftsOf(page)).toEqual([]);
  await goOn.click();
}

/** Waits until the button pays. */
export const canPay = (page: Page, label: string) =>
  expect.poll(() => page.getByRole("button", { name: label }).isEnabled()).toBe(true);
