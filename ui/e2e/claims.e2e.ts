/** Addresses that claim a purchase which the server does not know. */

import { describe, expect, test } from "vitest";
import { priceLabel } from "#content/price.ts";
import { accessOf, cards, openCheckout, payEmbedded, storedRecord } from "./buying.ts";
import { stage, withoutWorkers } from "./stage.ts";
import { openSettled } from "./still.ts";

const pay = `Complete Purchase - ${priceLabel}`;
const on = stage({ ...withoutWorkers, unprinted: /@example|_secret_/ });

describe("an address that claims a purchase", () => {
  test.each([
    "/app?purchase=success&email=x%40example.org",
    "/app?purchase=success&gift=true&recipient=v%40example.org",
    "/app?gift=true&activated=true",
  ])("leaves the demo a demo and says so: %s", async (address) => {
    const { page, close } = await on.visit();
    await page.goto(address);
    await page.getByText("Purchase not confirmed").first().waitFor();
    await page.getByText("Demo Preview Mode").waitFor();
    expect(page.url()).toBe(`${on.server.origin}/app`);
    expect(await storedRecord(page, "silentPartnerPurchase")).toBeNull();
    expect((await accessOf(page)).access).toBe(false);
    await close();
  });

  test.each([
    "/payment-success?payment_intent=pi_x&payment_intent_client_secret=y",
    "/paypal-success",
    "/download-success?gift=true&recipient=v%40example.org",
    "/download-success/x%40example.org",
  ])("gives nothing: %s", async (address) => {
    const { page, close } = await on.visit();
    await openSettled(page, address);
    expect(await page.getByText(/Payment Successful|Verified for/).count()).toBe(0);
    expect(await storedRecord(page, "silentPartnerPurchase")).toBeNull();
    expect((await accessOf(page)).access).toBe(false);
    expect(page.url()).not.toMatch(/example|payment_intent/);
    await close();
  });

  test("with the intent of somebody else's paid purchase gives nothing without its secret", async () => {
    const buyer = await on.visit();
    await openCheckout(buyer.page, "fay@example.org");
    await payEmbedded(buyer.page, pay, cards.pays);
    await buyer.page.getByText("Verified for: fay@example.org").waitFor();
    const record = () => storedRecord(buyer.page, "silentPartnerPurchase");
    await expect.poll(record).not.toBeNull();
    const intent = String((await record())?.["paymentIntent"]);
    const { page, close } = await on.visit();
    const claim = `payment_intent=${intent}&payment_intent_client_secret=${intent}_secret_x`;
    await page.goto(`/payment-success?${claim}`);
    await page.getByRole("heading", { name: "Payment Issue" }).waitFor();
    expect((await accessOf(page)).access).toBe(false);
    await buyer.close();
    await close();
  });
});
