/** Buying a gift and redeeming it in another profile, with and without JavaScript. */

import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { priceLabel } from "#content/price.ts";
import { accessOf, cards, payEmbedded, payHosted } from "./buying.ts";
import { keepFrom } from "./gate.ts";
import { manyBuyers, stage, withoutWorkers } from "./stage.ts";

const pay = `Complete Gift Purchase - ${priceLabel}`;
const on = stage({ ...withoutWorkers, ...manyBuyers, unprinted: /@example|_secret_/ });

async function fillDetails(page: Page): Promise<void> {
  await page.getByLabel("Your Email Address").fill("ann@example.org");
  await page.getByLabel("Friend's Email Address").fill("friend@example.org");
  await page.getByLabel("Personal Message (optional)").fill("Take care.\nAnn");
  await page.getByRole("button", { name: "Continue to Payment" }).click();
}

const linkOn = async (page: Page): Promise<string> => {
  const link = page.getByText(new RegExp(`^${on.server.origin}/gift/[a-z2-7]{26}$`));
  return (await link.textContent()) ?? "";
};

describe("with JavaScript", () => {
  test("a buyer gets one link to share, and the recipient redeems it on another device", async () => {
    const buyer = await on.visit();
    await buyer.page.goto("/gift");
    await fillDetails(buyer.page);
    await payEmbedded(buyer.page, pay, cards.pays);
    await buyer.page.getByText("The app has been gifted to friend@example.org.").waitFor();
    expect(buyer.page.url()).toBe(`${on.server.origin}/download-success?gift=true`);
    const link = await linkOn(buyer.page);
    expect((await accessOf(buyer.page)).access).toBe(false);

    await buyer.page.getByText("Now send friend@example.org the link").waitFor();
    await buyer.page.getByText(`Open your gift here: ${link}`).waitFor();
    // The page leads on two seconds after its words, which stand in a toast.
    const ledTo = await keepFrom(buyer.context, "**/gift");
    await Promise.all([
      buyer.page.getByText("The app has been gifted to friend@example.org!").first().waitFor(),
      buyer.page.goto("/app?purchase=success&gift=true"),
    ]);
    await buyer.page.getByText("Demo Preview Mode").waitFor();
    await expect.poll(() => ledTo).toEqual([`${on.server.origin}/gift`]);
    await buyer.close();

    const friend = await on.visit();
    await friend.page.goto(link);
    expect(await friend.page.title()).not.toMatch(/gift|silent|partner|safety|emergency/i);
    await friend.page.getByText("Take care.").waitFor();
    expect(await friend.page.getByLabel("Email Address").inputValue()).toBe("friend@example.org");
    expect((await accessOf(friend.page)).access).toBe(false);
    const opened = await keepFrom(friend.context, "**/app?*");
    await friend.page.getByRole("button", { name: "Activate & Download" }).click();
    await friend.page.getByRole("heading", { name: "Gift Activated!" }).waitFor();
    await expect.poll(() => opened).toHaveLength(1);
    await friend.context.unroute("**/app?*");
    await friend.page.goto(opened[0] ?? "");
    await friend.page.getByText("Premium Protection Active").waitFor();
    expect(friend.page.url()).toBe(`${on.server.origin}/app`);
    expect((await accessOf(friend.page)).access).toBe(true);
    // A page of the link would lead on again.
    const again = await friend.context.request.get(link);
    expect(await again.text()).toContain("Gift Activated!");
    await friend.close();

    const third = await on.visit();
    await third.page.goto(link);
    await third.page.getByRole("heading", { name: "Gift Not Available" }).waitFor();
    await third.page.getByText("Gift link expired or used").waitFor();
    third.expectProblem(/status of 410/);
    await third.close();
    await expect.poll(async () => (await on.server.mails()).length).toBe(1);
    expect((await on.server.mails())[0]).toContain("To: ann@example.org");
  });

  test("a /gift-redeem link leads to the gift", async () => {
    const { page, close, expectProblem } = await on.visit();
    await page.goto("/gift-redeem/abcdefghijklm");
    expect(page.url()).toBe(`${on.server.origin}/gift/abcdefghijklm`);
    await page.getByText("Gift link not found").waitFor();
    expectProblem(/status of 404/);
    await close();
  });
});

describe("without JavaScript", () => {
  const options = { javaScriptEnabled: false };

  test("a gift is bought and redeemed by forms alone", async () => {
    const buyer = await on.visit(options);
    await buyer.page.goto("/gift");
    await fillDetails(buyer.page);
    await payHosted(buyer.page, "ann@example.org");
    await buyer.page.getByText("The app has been gifted to friend@example.org.").waitFor();
    const link = await linkOn(buyer.page);
    await buyer.close();

    const friend = await on.visit(options);
    await friend.page.goto(link);
    await friend.page.getByText("Take care.").waitFor();
    await friend.page.getByRole("button", { name: "Activate & Download" }).click();
    await friend.page.waitForURL("**/app?gift=true&activated=true", { waitUntil: "commit" });
    expect((await accessOf(friend.page)).access).toBe(true);
    await friend.context.close();
  });

  test("an invalid address comes back with the form as it was typed", async () => {
    const { page, close, expectProblem } = await on.visit(options);
    await page.goto("/gift");
    await page.getByLabel("Your Email Address").fill("a@b");
    await page.getByLabel("Friend's Email Address").fill("friend@example.org");
    await page.getByRole("button", { name: "Continue to Payment" }).click();
    await page.getByRole("alert").waitFor();
    expectProblem(/status of 4\d\d/);
    expect(await page.getByLabel("Friend's Email Address").inputValue()).toBe("friend@example.org");
    await close();
  });
});
