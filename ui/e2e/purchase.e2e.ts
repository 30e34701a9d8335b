/** Buying the app in a real browser: card, decline, 3-D Secure and no JavaScript. */

import { describe, expect, test } from "vitest";
import { priceInUsd, priceLabel } from "#content/price.ts";
import {
  accessOf,
  cards,
  openCheckout,
  openOwned,
  payEmbedded,
  payHosted,
  storedRecord,
} from "./buying.ts";
import { closedGate } from "./gate.ts";
import { openHomeScreenApp, openSafari } from "./iphone.ts";
import { manyBuyers, stage, withoutWorkers } from "./stage.ts";

const pay = `Complete Purchase - ${priceLabel}`;
const on = stage({ ...withoutWorkers, ...manyBuyers, unprinted: /@example|_secret_/ });

describe("with JavaScript", () => {
  test("a card that pays gives this device the app, and the address bar keeps no secret", async () => {
    const { page, close } = await on.visit();
    await openCheckout(page, "ann@example.org");
    await page.getByText("Test payment", { exact: true }).waitFor();
    await payEmbedded(page, pay, cards.pays);
    await page.getByRole("heading", { name: "Payment Successful!" }).waitFor();
    await page.getByText("Verified for: ann@example.org").waitFor();
    await page.getByText("Thank you for your purchase!").first().waitFor();
    expect(page.url()).toBe(`${on.server.origin}/payment-success`);
    const record = () => storedRecord(page, "silentPartnerPurchase");
    await expect.poll(record).toMatchObject({
      status: "purchased",
      email: "ann@example.org",
      paymentMethod: "stripe",
      amount: priceInUsd,
      verified: true,
      paymentIntent: expect.stringMatching(/^pi_/),
    });
    expect(
      await page.evaluate(() => localStorage.getItem("silentPartnerPurchaseEmail")),
    ).toBeNull();
    await page.reload();
    await page.getByRole("heading", { name: "Payment Successful!" }).waitFor();
    await page.getByRole("link", { name: "Install App Now" }).click();
    await page.getByRole("link", { name: "Open it in this browser" }).click();
    await page.getByText("Premium Protection Active").waitFor();
    expect(await page.locator("script[src*=stripe]").count()).toBe(0);
    await page.goto("/");
    await page.getByRole("heading", { name: "Emergency Assistance" }).waitFor();
    await close();
  });

  test("an app on the home screen that starts with its browser's cookies alone has the purchase", async () => {
    const safari = await openSafari(on, null);
    await openCheckout(safari.page, "eve@example.org");
    await payEmbedded(safari.page, pay, cards.pays);
    await safari.page.getByText("Verified for: eve@example.org").waitFor();
    const cookies = await safari.context.cookies();
    await safari.close();
    const { page, context, close } = await openHomeScreenApp(on);
    await context.addCookies(cookies);
    await page.goto("/app");
    await page.getByText("Premium Protection Active").waitFor();
    expect(await storedRecord(page, "silentPartnerPurchase")).toMatchObject({
      status: "purchased",
      email: "eve@example.org",
    });
    await close();
  });

  test("an owner who opens the checkout is told so, and can give it to a friend", async () => {
    const { page, close, expectProblem } = await on.visit();
    await openCheckout(page, "ina@example.org");
    await payEmbedded(page, pay, cards.pays);
    await page.getByText("Verified for: ina@example.org").waitFor();
    await openOwned(page, "ina@example.org");
    expectProblem(/status of 409/);
    await page.getByRole("link", { name: "Give it to a friend" }).click();
    await page.getByRole("heading", { name: "Gift the app" }).waitFor();
    await close();
  });

  test("two tabs of a new visitor prepare one payment", async () => {
    const { page, context, close } = await on.visit();
    await openCheckout(page, "joe@example.org");
    await page.getByLabel("Card number").waitFor();
    await context.clearCookies();
    const answers: string[] = [];
    context.on("response", async (response) => {
      if (response.url().endsWith("/api/create-payment-intent")) {
        answers.push(await response.text());
      }
    });
    const tabs = [page, await context.newPage()];
    await Promise.all(tabs.map((tab) => tab.goto("/checkout")));
    for (const tab of tabs) await tab.getByLabel("Card number").waitFor();
    await expect.poll(() => answers.length).toBe(2);
    expect(new Set(answers).size).toBe(1);
    await close();
  });

  test("a refund takes access away", async () => {
    const { page, close } = await on.visit();
    await openCheckout(page, "hal@example.org");
    await payEmbedded(page, pay, cards.pays);
    await page.getByText("Verified for: hal@example.org").waitFor();
    const record = () => storedRecord(page, "silentPartnerPurchase");
    await expect.poll(record).not.toBeNull();
    const intent = String((await record())?.["paymentIntent"]);
    await page.request.post(`/_sandbox/stripe/payments/${intent}`, { form: { action: "refund" } });
    await expect.poll(async () => (await accessOf(page)).access).toBe(false);
    const review = closedGate();
    await page.route("**/api/access", async (route) => {
      await review.opened;
      await route.continue();
    });
    await page.goto("/app");
    await page.getByText("Premium Protection Active").waitFor();
    review.open();
    await expect.poll(record).toBeNull();
    await page.getByText("Demo Preview Mode").waitFor();
    await close();
  });

  test("a declined card is reported, and another card then pays", async () => {
    const { page, close, expectProblem } = await on.visit();
    await openCheckout(page, "bea@example.org");
    await payEmbedded(page, pay, cards.declined);
    await page.getByText("Your card was declined.").first().waitFor();
    await page.getByText("Payment Failed").first().waitFor();
    // The refusal fills its place: no gap below it.
    const refusal = await page.locator("main form [role=alert]").boundingBox();
    const below = await page.getByText("Trouble with this form?").boundingBox();
    const end = (refusal?.y ?? Number.NaN) + (refusal?.height ?? Number.NaN);
    expect((below?.y ?? Number.NaN) - end).toBeLessThan(40);
    expectProblem(/status of 402/);
    expect((await accessOf(page)).access).toBe(false);
    await payEmbedded(page, pay, cards.pays);
    await page.getByText("Verified for: bea@example.org").waitFor();
    await close();
  });

  test("3-D Secure leads to the bank and back; a refused check pays nothing", async () => {
    const { page, close } = await on.visit();
    await openCheckout(page, "cleo@example.org");
    await payEmbedded(page, pay, cards.asksFirst);
    await page.getByRole("button", { name: "Fail" }).click();
    await page.getByRole("heading", { name: "Payment Issue" }).waitFor();
    await page.getByText("Your card was not charged.").waitFor();
    expect(await storedRecord(page, "silentPartnerPurchase")).toBeNull();
    await page.getByRole("link", { name: "Try again" }).click();
    await payEmbedded(page, pay, cards.asksFirst);
    await page.getByRole("button", { name: "Complete" }).click();
    await page.getByText("Verified for: cleo@example.org").waitFor();
    await close();
  });

  test("the checkout asks for nothing on a device that entered no address", async () => {
    const { page, close } = await on.visit();
    await page.goto("/checkout");
    await page.waitForURL(`${on.server.origin}/`);
    expect(await page.context().cookies()).toEqual([]);
    await close();
  });

  test("another device is verified by its address and gets the app after half a second", async () => {
    const { page, close } = await on.visit();
    await page.goto("/redownload");
    await page.getByLabel("Email Address").fill("nobody@example.org");
    await page.getByRole("button", { name: "Verify Email & Access App" }).click();
    await page.getByRole("heading", { name: "No Purchase Found" }).waitFor();
    await page.getByRole("link", { name: "Try Different Email" }).click();
    await page.getByLabel("Email Address").fill("ann@example.org");
    await page.getByRole("button", { name: "Verify Email & Access App" }).click();
    await page.getByText("Purchase confirmed for: ann@example.org").waitFor();
    expect(await storedRecord(page, "silentPartnerVerification")).toMatchObject({
      canAccess: true,
    });
    await page.getByRole("link", { name: "Access Now" }).click();
    await page.waitForURL("**/app");
    await page.getByText("Premium Protection Active").waitFor();
    await close();
  });
});

describe("without JavaScript", () => {
  const options = { javaScriptEnabled: false };

  test("the purchase page leads to the hosted page in a new tab and back", async () => {
    const { page, context, close } = await on.visit(options);
    await page.goto("/subscribe");
    const [tab] = await Promise.all([
      context.waitForEvent("page"),
      page.getByRole("button", { name: "Buy Now" }).click(),
    ]);
    await payHosted(tab, "dora@example.org");
    await tab.getByText("Verified for: dora@example.org").waitFor();
    expect((await accessOf(tab)).access).toBe(true);
    await close();
  });

  test("the purchase page shows the way to a gift when that is chosen", async () => {
    const { page, close } = await on.visit(options);
    await page.goto("/subscribe");
    await page.getByText("Gift to Friend").click();
    await page.getByRole("link", { name: "Buy Now" }).click();
    await page.waitForURL("**/gift");
    await close();
  });

  test("the checkout says what is wrong with an address, then sells", async () => {
    const { page, close, expectProblem } = await on.visit(options);
    await page.goto("/checkout");
    await page.getByLabel("Email Address").fill("a@b");
    await page.getByRole("button", { name: /Continue to Payment/ }).click();
    await page.getByText("Please enter a valid email address").waitFor();
    expectProblem(/status of 422/);
    await page.getByLabel("Email Address").fill("eva@example.org");
    await page.getByRole("button", { name: /Continue to Payment/ }).click();
    await payHosted(page, "eva@example.org");
    await page.getByText("Verified for: eva@example.org").waitFor();
    await close();
  });

  test("an owner who wants to buy again is told so", async () => {
    const { page, close, expectProblem } = await on.visit(options);
    await page.goto("/checkout");
    for (const isOwner of [false, true]) {
      await page.getByLabel("Email Address").fill("kim@example.org");
      await page.getByRole("button", { name: /Continue to Payment/ }).click();
      if (isOwner) continue;
      await payHosted(page, "kim@example.org");
      await page.getByText("Verified for: kim@example.org").waitFor();
      await page.goto("/checkout");
    }
    await page.getByRole("heading", { name: "You already own this" }).waitFor();
    expectProblem(/status of 409/);
    await close();
  });

  test("both verify pages find a purchase and say when there is none", async () => {
    const { page, close } = await on.visit(options);
    await page.goto("/verify");
    await page.getByLabel("Email Address").fill("nobody@example.org");
    await page.getByRole("button", { name: "Verify Purchase" }).click();
    await page.getByRole("heading", { name: "No Purchase Found" }).waitFor();
    await page.getByRole("link", { name: "Try Different Email" }).click();
    await page.getByLabel("Email Address").fill("eva@example.org");
    await page.getByRole("button", { name: "Verify Purchase" }).click();
    await page.getByText("Purchase confirmed for: eva@example.org").waitFor();
    await close();
  });
});
