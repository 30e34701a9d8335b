/** Buying, the set-up, a gift and the quick exit in every engine. */

import { beforeAll, expect, test } from "vitest";
import { priceLabel } from "#content/price.ts";
import { cards } from "../e2e/buying.ts";
import { ownPin } from "../e2e/phone.ts";
import { sharedServer, type TestServer } from "../e2e/server.ts";
import { openPage, untilHydrated } from "./pages.ts";
import { openPhone, type Phone } from "./phone.ts";

let server: TestServer;

beforeAll(async () => {
  server = await sharedServer();
});

/** A phone that has seen nothing of the product but its introduction. */
const newPhone = () =>
  openPhone({
    origin: server.origin,
    storage: { heartRateIntroSeen: "true", installPromptDismissed: String(Date.now()) },
  });

/** Goes from the landing page to the end of a purchase. */
async function buy(phone: Phone): Promise<void> {
  await openPage(phone, "/");
  await phone.press(/^Purchase now/);
  await phone.fill("Email Address", "ann@example.org");
  await phone.press(/^Continue/);
  await phone.fill("Card number", cards.pays);
  await phone.press(`Complete Purchase - ${priceLabel}`);
  await phone.see("Verified for: ann@example.org");
}

test("a purchase leads through the set-up to You're Protected!", async () => {
  const phone = await newPhone();
  await buy(phone);
  await phone.press("Set it up now");
  await phone.see("A person to tell");
  await phone.fill("Name", "Ana");
  await phone.fill("Phone number", "+61 400 000 001");
  await phone.press("Save and continue");
  await phone.see("Your own PIN");
  await phone.fill("Security PIN", ownPin);
  await phone.fill("Security PIN again", ownPin);
  await phone.press("Save and continue");
  await phone.see("What the phone must allow");
  await phone.press("Continue");
  await phone.see("A test emergency");
  await phone.press("TEST EMERGENCY");
  await phone.see("EMERGENCY MODE ACTIVE");
  await phone.press("Enter PIN to Unlock");
  await phone.fill("Enter PIN to Unlock", ownPin);
  await phone.press("Unlock");
  await phone.see("You ran a test and ended it.");
  await phone.press("Continue");
  await phone.see("You're Protected!");
  await phone.press("Open Heart Monitor");
  await phone.see("BPM");
});

test("a gift is bought on one phone and activated on another, once", async () => {
  const buyer = await newPhone();
  await openPage(buyer, "/gift");
  await buyer.fill("Your Email Address", "ann@example.org");
  await buyer.fill("Friend's Email Address", "friend@example.org");
  await buyer.press("Continue to Payment");
  await buyer.fill("Card number", cards.pays);
  await buyer.press(`Complete Gift Purchase - ${priceLabel}`);
  await buyer.see("The app has been gifted to friend@example.org.");
  const shown = await buyer.evaluate(() => document.body.innerText);
  const link = /https?:\/\/\S+\/gift\/[a-z2-7]{26}/.exec(shown)?.[0] ?? "";
  const friend = await newPhone();
  await friend.go(link);
  await untilHydrated(friend);
  await friend.press("Activate & Download");
  // The page leads on by itself.
  await friend.see(/Gift Activated!|Premium Protection Active/);
  const third = await newPhone();
  await third.go(link);
  await third.see("Gift link expired or used");
  // The browser says that the page's status is 410.
  third.problems.splice(0);
});

test("the quick exit leads to another site, to which nothing is told", async () => {
  const phone = await newPhone();
  await openPage(phone, "/");
  const exit = await phone.evaluate(() => {
    const link = [...document.querySelectorAll("a")].find(
      (one) => one.innerText.trim() === "Quick exit",
    );
    return { href: link?.href ?? "", rel: link?.rel ?? "" };
  });
  expect(new URL(exit.href).origin).not.toBe(server.origin);
  expect(exit.rel).toContain("noreferrer");
});
