/** Nobody is locked in: a person who types only codes that a screen has shown ends every emergency. */
import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { priceLabel } from "#content/price.ts";
import { buyGift, cards, openCheckout, payEmbedded } from "./buying.ts";
import {
  mirrorOf,
  ownPin,
  patience,
  phoneOptions,
  prepare,
  unlock,
  unlockOverlay,
} from "./phone.ts";
import { openRow } from "./rows.ts";
import { stage, withoutWorkers } from "./stage.ts";

const on = stage(withoutWorkers);

/** A phone on which nothing was set up, and whose person knows no code. */
async function newPhone() {
  const phone = await on.visit(phoneOptions);
  await prepare(phone.context, null);
  return phone;
}

/** The code that the question, or the whole screen, tells to type. */
async function toldCode(place: Page | Locator): Promise<string> {
  const sentence = place.getByText(/To end it, type \d{4,6}\./).filter({ visible: true });
  return /type (\d+)/.exec((await sentence.first().textContent()) ?? "")?.[1] ?? "";
}

/** Starts a real emergency on the main screen and ends it with the code that the question named. */
async function startAndEnd(page: Page): Promise<void> {
  await page.getByRole("button", { name: "REAL EMERGENCY" }).click();
  const code = await toldCode(page.getByRole("alertdialog"));
  await page.getByRole("button", { name: "Yes, start now" }).click();
  await page.getByRole("heading", { name: "EMERGENCY ACTIVE" }).waitFor();
  await unlock(page, code);
  await page.getByRole("button", { name: "REAL EMERGENCY" }).waitFor();
  expect(await mirrorOf(page)).toMatchObject({ isLocked: false, isRecording: false });
}

/** Tries the set-up's test, and ends it with the code that the lock names. */
async function testAndEnd(page: Page): Promise<void> {
  await page.getByRole("button", { name: "TEST EMERGENCY" }).click();
  await page.getByRole("heading", { name: "EMERGENCY MODE ACTIVE" }).waitFor();
  await unlockOverlay(page, await toldCode(page));
  await page.getByText("You ran a test and ended it.").waitFor(patience);
}

/** Names a person to tell, on the first screen of the set-up. */
async function namePerson(page: Page): Promise<void> {
  await page.getByRole("heading", { name: "A person to tell" }).waitFor();
  await page.getByLabel("Name").fill("Ana");
  await page.getByLabel("Phone number").fill("+61 400 000 001");
  await page.getByRole("button", { name: "Save and continue" }).click();
}

/** Names a person, and goes on without a PIN to the set-up's test. */
async function setUpToTest(page: Page): Promise<void> {
  await namePerson(page);
  for (const heading of ["Your own PIN", "What the phone must allow"]) {
    await page.getByRole("heading", { name: heading }).waitFor();
    await page.getByRole("button", { name: /^(Skip for now|Continue)$/ }).click();
  }
  await page.getByRole("heading", { name: "A test emergency" }).waitFor();
}

/** Goes through the set-up without a PIN, and ends its test and a real emergency. */
async function tryWithoutPin(page: Page): Promise<void> {
  await setUpToTest(page);
  await testAndEnd(page);
  await page.goto("/home");
  await startAndEnd(page);
}

test("in the demo, which somebody opens from the landing page", async () => {
  const { page, close } = await newPhone();
  await page.goto("/");
  await page.getByRole("link", { name: "Try the live demo" }).first().click();
  await page.getByRole("button", { name: /BPM/ }).waitFor();
  await page.goto("/home");
  await startAndEnd(page);
  await close();
});

test("after a purchase, in a set-up without a PIN of one's own", async () => {
  const { page, close } = await newPhone();
  await openCheckout(page, "told@example.org");
  await payEmbedded(page, `Complete Purchase - ${priceLabel}`, cards.pays);
  await page.getByRole("link", { name: "Set it up now" }).click();
  await tryWithoutPin(page);
  await close();
});

test("on a phone that was given the app", async () => {
  const buyer = await on.visit(phoneOptions);
  const address = await buyGift(buyer.page, "giver@example.org", "given@example.org");
  await buyer.close();

  const { page, close } = await newPhone();
  await page.goto(address);
  await page.getByRole("button", { name: "Activate & Download" }).click();
  await page.waitForURL((url) => url.pathname === "/app");
  await page.goto("/setup");
  await tryWithoutPin(page);
  await close();
});

test("with a PIN of one's own both the question and a test's lock ask for that one, and the settings name the other", async () => {
  const { page, close } = await newPhone();
  await page.goto("/setup");
  await namePerson(page);
  await page.getByRole("heading", { name: "Your own PIN" }).waitFor();
  await page.getByText("Without a PIN, 1234 ends an emergency.").waitFor();
  await page.getByLabel("Security PIN", { exact: true }).fill(ownPin);
  await page.getByLabel("Security PIN again").fill(ownPin);
  await page.getByRole("button", { name: "Save and continue" }).click();
  await page.getByRole("heading", { name: "What the phone must allow" }).waitFor();
  await page.goto("/home");
  await page.getByRole("button", { name: "REAL EMERGENCY" }).click();
  await page.getByRole("alertdialog").getByText("To end it, type your own PIN.").waitFor();
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "TEST EMERGENCY" }).click();
  await page.getByText("To end it, type your own PIN.").filter({ visible: true }).waitFor();
  await unlock(page, ownPin);
  await page.getByRole("button", { name: "Unlock Device" }).waitFor({ state: "hidden" });
  await page.goto("/settings");
  await page.getByLabel("Security code").fill(ownPin);
  await page.getByRole("button", { name: "Verify Code" }).click();
  await openRow(page, "Security PIN");
  await page.getByText(/If someone forces you to unlock, type 1234\./).waitFor();
  await close();
});
