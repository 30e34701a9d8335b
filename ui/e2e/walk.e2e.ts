/** Every route, with JavaScript: title, heading, and no problem on the way. */

import { expect, test } from "vitest";
import { buyGift } from "./buying.ts";
import { stage } from "./stage.ts";
import { openSettled, untilSettled } from "./still.ts";

/** Path, title and a heading of each page that needs no preparation. */
const routes = [
  [
    "/",
    "Silent Partner - a personal safety app in disguise",
    "A plain heart monitor. Until you need help.",
  ],
  // At a first visit the intro covers the page.
  ["/app", "Heart Rate", "Welcome"],
  ["/settings", "Heart Rate", "Settings"],
  ["/voice", "Heart Rate", "Voice"],
  ["/home", "Heart Rate", "Emergency Assistance"],
  ["/lockdown", "Heart Rate", /./],
  ["/setup", "Heart Rate", "A person to tell"],
  ["/post-download", "Heart Rate", "Installation Complete!"],
  ["/subscribe", "Get the app", /./],
  ["/verify", "Heart Rate - Your email", /./],
  ["/your-data", "Heart Rate - Your data", "See or delete your data"],
  ["/gift", "Heart Rate - A gift for a friend", /./],
  ["/questions", "Heart Rate - Questions", "What people ask first"],
  ["/terms", "Heart Rate - Terms", "Terms, in plain words"],
  ["/privacy", "Heart Rate - Privacy", "Privacy policy, in plain words"],
  ["/support", "Heart Rate - Support", "Contact and support"],
  ["/download-success", "Heart Rate - Ready", /./],
  ["/download-success/x%40example.org", "Heart Rate - Ready", /./],
  ["/redownload", "Heart Rate - Open again", "Access Your App"],
  ["/payment-success", "Heart Rate - Ready", "Payment Issue"],
  ["/paypal-success", "Heart Rate - Ready", "Payment Issue"],
] as const;

const on = stage();

test("all these pages hydrate without a problem and have their title", async () => {
  const { page, close, problems } = await on.visit();
  for (const [path, title, heading] of routes) {
    await page.goto(path);
    // A deferred page hydrates at the first interaction.
    await page.keyboard.press("Tab");
    await untilSettled(page);
    await page.getByRole("heading", { name: heading }).first().waitFor();
    expect(await page.title(), path).toBe(title);
    expect(problems, path).toEqual([]);
  }
  await close();
});

test("the checkout prepares its form and asks no other origin", async () => {
  const { page, close } = await on.visit();
  await page.addInitScript(() => {
    localStorage.setItem("silentPartnerPurchaseEmail", "buyer@example.org");
    localStorage.setItem("silentPartnerPurchaseEmailAt", String(Date.now()));
  });
  await openSettled(page, "/checkout");
  await page.getByRole("heading", { name: "Complete Your Purchase" }).waitFor();
  await page.getByLabel("Card number").waitFor();
  expect(await page.title()).toBe("Checkout");
  await close();
});

test("a gift's link opens, and its page names neither gift nor product to the history", async () => {
  const buyer = await on.visit();
  const address = await buyGift(buyer.page, "ann@example.org", "friend@example.org");
  await buyer.close();

  const friend = await on.visit();
  await openSettled(friend.page, address);
  await friend.page.getByRole("heading", { name: "You've Received a Gift!" }).waitFor();
  expect(await friend.page.title()).toBe("Heart Rate - Welcome");
  await friend.close();
});

test("the main address shows the emergency page with the cookie of the app", async () => {
  const { page, context, close } = await on.visit();
  await context.addCookies([{ name: "view", value: "app", url: on.server.origin }]);
  await openSettled(page, "/");
  await page.getByRole("heading", { name: "Emergency Assistance" }).waitFor();
  expect(await page.title()).toBe("Heart Rate");
  await close();
});

test("an unknown path answers 404", async () => {
  const { page, expectProblem, close } = await on.visit();
  const answer = await openSettled(page, "/nowhere/at-all");
  expect(answer?.status()).toBe(404);
  await page.getByRole("heading", { name: "Page Not Found" }).waitFor();
  await page.getByText("The page you're looking for doesn't exist.").waitFor();
  expect(await page.title()).toBe("Page Not Found");
  // The browser itself reports the status of the document.
  expectProblem(/404/);
  await close();
});
