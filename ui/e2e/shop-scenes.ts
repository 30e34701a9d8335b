/** The screens of the payment emulator, and of a gift: bought, to use, used. */

import type { Page } from "playwright-core";
import { priceLabel } from "#content/price.ts";
import { cards, openCheckout, payEmbedded } from "./buying.ts";
import { keepFrom } from "./gate.ts";
import { press, refused, type Scene, shows, visitor } from "./scene.ts";
import type { Stage } from "./stage.ts";
import { openSettled } from "./still.ts";

export const shopScenes: readonly Scene[] = [
  visitor(
    "sandbox-checkout",
    "/",
    (page) => openCheckout(page, "ann@example.org"),
    (page) => page.getByRole("link", { name: /Pay on Stripe's own page/ }).click(),
    press(/^Continue to Payment/),
    shows("Heart Rate Monitor"),
  ),
  visitor(
    "sandbox-bank",
    "/",
    (page) => openCheckout(page, "ann@example.org"),
    (page) => payEmbedded(page, `Complete Purchase - ${priceLabel}`, cards.asksFirst),
    shows("3-D Secure test"),
  ),
  visitor(
    "sandbox-payments",
    "/",
    (page) => openCheckout(page, "ann@example.org"),
    (page) => payEmbedded(page, `Complete Purchase - ${priceLabel}`, cards.pays),
    shows("Verified for: ann@example.org"),
    (page) => page.goto("/_sandbox/stripe/payments"),
    shows("Simulated payments"),
  ),
  visitor("gift-bought", "/gift", buyGift, shows("Now send friend@example.org the link")),
  visitor(
    "gift-link",
    "/gift",
    async (page, on) => {
      await openSettled(page, await boughtLink(on));
    },
    shows("Take care."),
  ),
  visitor(
    "gift-activated",
    "/gift",
    async (page, on) => {
      await openSettled(page, await boughtLink(on));
      // The page leads on by itself after a moment.
      await keepFrom(page.context(), "**/app?*");
    },
    press("Activate & Download"),
    shows("Gift Activated!"),
  ),
  refused("gift-used", usedLink),
];

/** Buys a gift on the gift page. */
async function buyGift(page: Page): Promise<void> {
  await page.getByLabel("Your Email Address").fill("ann@example.org");
  await page.getByLabel("Friend's Email Address").fill("friend@example.org");
  await page.getByLabel("Personal Message (optional)").fill("Take care.\nAnn");
  await page.getByRole("button", { name: "Continue to Payment" }).click();
  await payEmbedded(page, `Complete Gift Purchase - ${priceLabel}`, cards.pays);
}

/** The link of a gift that is bought in another profile. */
async function boughtLink(on: Stage): Promise<string> {
  const { page, close } = await on.visit();
  await page.goto("/gift");
  await buyGift(page);
  const link = await page.getByText(/\/gift\/[a-z2-7]{26}$/).textContent();
  await close();
  return link ?? "";
}

/** The link of a gift that somebody else has used. */
async function usedLink(on: Stage): Promise<string> {
  const link = await boughtLink(on);
  const { page, close } = await on.visit();
  await page.goto(link);
  await page.getByRole("button", { name: "Activate & Download" }).click();
  await page.waitForURL("**/app");
  await close();
  return link;
}
