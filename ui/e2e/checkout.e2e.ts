/** The card forms of the checkout and of the gift page in a real browser: what a layout engine alone can show. */
import { describe, expect, test } from "vitest";
import { cards, payEmbedded, withAddress } from "./buying.ts";
import { address, buttons, canPay, goOnToGiftPayment, visitWide } from "./card-form.ts";
import { closedGate } from "./gate.ts";
import { shiftsOf, slowCardForm } from "./late-form.ts";
import { scriptsOf } from "./slow-phone.ts";
import { manyBuyers, stage, withoutWorkers } from "./stage.ts";

const on = stage({ ...manyBuyers, ...withoutWorkers });

describe.each([320, 360, 390, 1280])("nothing moves at %i px", (width) => {
  test("on the checkout, however late the address and each part of the card form arrive", async () => {
    const { page, close } = await visitWide(on, width);
    const scripts = await scriptsOf(page);
    const { payment, script, form } = await slowCardForm(page);
    const letHydrate = scripts.hold();

    await page.goto("/checkout", { waitUntil: "commit" });
    await page.getByText("Setting up secure payment...").waitFor();
    expect(await shiftsOf(page)).toEqual([]);
    letHydrate();
    await page.getByText(address).waitFor();
    expect(await shiftsOf(page)).toEqual([]);
    payment.open();
    await page.getByText("Loading the card form...").waitFor();
    expect(await shiftsOf(page)).toEqual([]);
    script.open();
    await page.getByLabel("Card number").waitFor();
    expect(await shiftsOf(page)).toEqual([]);
    form.open();
    await canPay(page, buttons.checkout);
    expect(await shiftsOf(page)).toEqual([]);
    await close();
  });

  test("on the gift page, once the button is pressed that shows the place of the card form", async () => {
    const { page, close } = await visitWide(on, width);
    const { payment, script, form } = await slowCardForm(page);
    await goOnToGiftPayment(page);
    await page.getByText("Setting up secure payment...").waitFor();
    const made = await shiftsOf(page);
    payment.open();
    await page.getByText("Loading the card form...").waitFor();
    expect(await shiftsOf(page)).toEqual(made);
    script.open();
    await page.getByLabel("Card number").waitFor();
    expect(await shiftsOf(page)).toEqual(made);
    form.open();
    await canPay(page, buttons.gift);
    expect(await shiftsOf(page)).toEqual(made);
    await close();
  });

  test("on the checkout, when neither the payment nor the form can be loaded", async () => {
    const { page, expectProblems, close } = await visitWide(on, width);
    await page.route("**/stripe.js?*", (route) => route.abort());
    await page.route("**/api/create-payment-intent", (route) => route.abort());
    await page.goto("/checkout");
    await page.getByRole("alert").getByText("Payment needs a connection.").waitFor();
    expect(await shiftsOf(page)).toEqual([]);
    await page.unroute("**/api/create-payment-intent");
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByText("The card form could not be loaded.").waitFor();
    expect(await shiftsOf(page)).toEqual([]);
    expectProblems(/ERR_FAILED/);
    await close();
  });

  test("on the gift page, when neither the payment nor the form can be loaded", async () => {
    const { page, expectProblems, close } = await visitWide(on, width);
    const payment = closedGate();
    await page.route("**/stripe.js?*", (route) => route.abort());
    await page.route("**/api/create-gift-payment-intent", async (route) => {
      await payment.opened;
      await route.abort();
    });
    await goOnToGiftPayment(page);
    await page.getByText("Setting up secure payment...").waitFor();
    const made = await shiftsOf(page);
    payment.open();
    const card = page.getByRole("alert").filter({ hasText: "Payment needs a connection." });
    await card.getByRole("button", { name: "Try again" }).waitFor();
    expect(await shiftsOf(page)).toEqual(made);
    await page.unroute("**/api/create-gift-payment-intent");
    await card.getByRole("button", { name: "Try again" }).click();
    await page.getByText("The card form could not be loaded.").waitFor();
    expect(await shiftsOf(page)).toEqual(made);
    expectProblems(/ERR_FAILED/);
    await close();
  });

  test("on the checkout, when the card is refused", async () => {
    const { page, expectProblems, close } = await visitWide(on, width);
    const answer = closedGate();
    await page.route("**/confirm*", async (route) => {
      await answer.opened;
      await route.continue();
    });
    await page.goto("/checkout");
    await canPay(page, buttons.checkout);
    await payEmbedded(page, buttons.checkout, cards.declined);
    await page.getByRole("button", { name: "Processing..." }).waitFor();
    const made = await shiftsOf(page);
    // From now on a movement is not the person's doing (https://web.dev/articles/cls#user-initiated_layout_shifts).
    answer.open();
    await page.getByRole("main").getByRole("alert").waitFor();
    await canPay(page, buttons.checkout);
    expect(await shiftsOf(page)).toEqual(made);
    expectProblems(/status of 402/);
    await close();
  });

  test("on the gift page of somebody who bought a gift in this window", async () => {
    const { page, close } = await visitWide(on, width);
    const scripts = await scriptsOf(page);
    const letHydrate = scripts.hold();
    const gift = { link: `${on.server.origin}/gift/${"a".repeat(26)}`, recipientEmail: address };
    await page.addInitScript(
      (record) => sessionStorage.setItem("boughtGift", record),
      JSON.stringify(gift),
    );
    await page.goto("/gift", { waitUntil: "commit" });
    await page.getByText("Who is it for?").waitFor();
    expect(await shiftsOf(page)).toEqual([]);
    letHydrate();
    await page.getByText(`Now send ${address} the link`).waitFor();
    await page.getByRole("button", { name: "Copy Link Only" }).waitFor();
    expect(await shiftsOf(page)).toEqual([]);
    await page.getByRole("link", { name: "Paid: to your friend's link" }).click();
    expect(new URL(page.url()).hash).toBe("#gift-message");
    await close();
  });
});

test("the payment and the provider's script are asked for side by side, and the script once", async () => {
  const { page, close } = await on.visit(withAddress(on, address));
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  const { payment, script, form } = await slowCardForm(page);
  const scriptAsked = page.waitForRequest("**/stripe.js?*");
  const paymentAsked = page.waitForRequest("**/api/create-payment-intent");
  await page.goto("/checkout", { waitUntil: "commit" });
  // Both come although neither is answered.
  await Promise.all([scriptAsked, paymentAsked]);
  payment.open();
  script.open();
  form.open();
  await canPay(page, buttons.checkout);
  expect(asked.filter((path) => path.endsWith("/stripe.js"))).toHaveLength(1);
  await close();
});

test("both are asked for while the code of the card form is still being loaded", async () => {
  const { page, close } = await on.visit(withAddress(on, address));
  const code = closedGate();
  await page.route(/\/assets\/(?!public-).*\.js$/, async (route) => {
    await code.opened;
    await route.continue();
  });
  const asked = ["**/stripe.js?*", "**/api/create-payment-intent"].map((url) =>
    page.waitForRequest(url),
  );
  await page.goto("/checkout", { waitUntil: "commit" });
  await Promise.all(asked);
  code.open();
  await canPay(page, buttons.checkout);
  await close();
});

test("the address can be changed, and the payment is then made for the other one", async () => {
  const { page, close } = await on.visit(withAddress(on, "ann@example.org"));
  await page.goto("/checkout");
  await page.getByLabel("Card number").waitFor();
  await page.getByRole("button", { name: "Change" }).click();
  const dialog = page.getByRole("dialog", { name: "Secure Purchase" });
  await dialog.getByLabel("Email Address").fill("bea@example.org");
  await dialog.getByRole("button", { name: /Continue/ }).click();
  await page.getByText("bea@example.org").waitFor();
  await page.getByRole("button", { name: buttons.checkout }).click();
  await page.getByText("Verified for: bea@example.org").waitFor();
  await close();
});
