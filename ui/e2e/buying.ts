/** What a buyer does in a browser test, with and without JavaScript. */

import type { BrowserContextOptions, Page } from "playwright-core";
import { priceLabel } from "#content/price.ts";
import type { Stage } from "./stage.ts";
import { openSettled } from "./still.ts";

/** Test cards of the payment sandbox. */
export const cards = {
  pays: "4242 4242 4242 4242",
  declined: "4000 0000 0000 0002",
  asksFirst: "4000 0025 0000 3155",
} as const;

/** What a browser keeps of an address that was entered now. */
const addressEntries = (email: string): { name: string; value: string }[] => [
  { name: "silentPartnerPurchaseEmail", value: email },
  { name: "silentPartnerPurchaseEmailAt", value: String(Date.now()) },
];

/** A browser in which this address was entered before; without one the checkout leads home. */
export const withAddress = (on: Stage, email: string): BrowserContextOptions => ({
  storageState: {
    cookies: [],
    origins: [{ origin: on.server.origin, localStorage: addressEntries(email) }],
  },
});

/** Opens the landing page, and waits until its script runs: before that a link may lead on by itself. */
export async function openLanding(page: Page): Promise<void> {
  await page.goto("/");
  await hydrate(page);
}

/** Hydrates the landing page, as the first interaction does. */
export async function hydrate(page: Page): Promise<void> {
  await page.keyboard.press("Tab");
  await page.locator("html[data-hydrated]").waitFor({ state: "attached" });
}

/** Goes from the landing page to the card form of the checkout. */
export async function openCheckout(page: Page, email: string): Promise<void> {
  await openLanding(page);
  await goToCheckout(page, email);
}

/** The same on a landing page that is open. */
export async function goToCheckout(page: Page, email: string): Promise<void> {
  await page.getByRole("link", { name: /Purchase now/ }).click();
  const dialog = page.getByRole("dialog", { name: "Secure Purchase" });
  await dialog.getByLabel("Email Address").fill(email);
  await dialog.getByRole("button", { name: /Continue/ }).click();
  await page.waitForURL("**/checkout");
}

/** Opens the checkout as an owner who typed an address again. */
export async function openOwned(page: Page, email: string): Promise<void> {
  // The address of a purchase is removed when its record is kept.
  await page.waitForFunction(() => localStorage.getItem("silentPartnerPurchase") !== null);
  await page.evaluate((entries) => {
    for (const { name, value } of entries) localStorage.setItem(name, value);
  }, addressEntries(email));
  await openSettled(page, "/checkout");
  await page.getByRole("heading", { name: "You already own this" }).waitFor();
}

/** Enters a card into the embedded form and pays with the button called `label`. */
export async function payEmbedded(page: Page, label: string, card: string): Promise<void> {
  await page.getByLabel("Card number").fill(card);
  await page.getByRole("button", { name: label }).click();
}

/** Pays on the hosted page that `page` shows. */
export async function payHosted(page: Page, email: string): Promise<void> {
  await page.getByRole("heading", { name: "Heart Rate Monitor" }).waitFor();
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: `Pay ${priceLabel}` }).click();
}

/** Buys a gift with the embedded form. Resolves to the address of its link. */
export async function buyGift(page: Page, buyer: string, friend: string): Promise<string> {
  await page.goto("/gift");
  await page.getByLabel("Your Email Address").fill(buyer);
  await page.getByLabel("Friend's Email Address").fill(friend);
  await page.getByRole("button", { name: "Continue to Payment" }).click();
  await payEmbedded(page, `Complete Gift Purchase - ${priceLabel}`, cards.pays);
  const link = page.getByText(/^https?:\/\/\S+\/gift\/[a-z2-7]{26}$/);
  return (await link.textContent()) ?? "";
}

/** What the server says about the device of this page. */
export async function accessOf(page: Page): Promise<{ access: boolean; giftCode: string | null }> {
  const response = await page.request.get("/api/access");
  return response.json();
}

/** The record under `key` in the page's local storage. */
export function storedRecord(page: Page, key: string): Promise<Record<string, unknown> | null> {
  return page.evaluate((name) => JSON.parse(localStorage.getItem(name) ?? "null"), key);
}
