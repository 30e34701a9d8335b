/** The way from the purchase to a phone that is ready. */

import { expect, test } from "vitest";
import { priceLabel } from "#content/price.ts";
import { cards, openCheckout, payEmbedded } from "./buying.ts";
import { untilRecorded } from "./evidence.ts";
import { ownPin, patience, phoneOptions, prepare, unlockOverlay } from "./phone.ts";
import { stage, withoutWorkers } from "./stage.ts";

const on = stage(withoutWorkers);

test("leads from the purchase through four screens to You're Protected!, and notices what is lost later", async () => {
  const { page, context, close } = await on.visit(phoneOptions);
  await prepare(context, null);
  await openCheckout(page, "ann@example.org");
  await payEmbedded(page, `Complete Purchase - ${priceLabel}`, cards.pays);
  await page.getByText("Verified for: ann@example.org").waitFor();
  await page.getByRole("link", { name: "Set it up now" }).click();

  await page.getByRole("heading", { name: "A person to tell" }).waitFor();
  await page.getByLabel("Name").fill("Ana");
  await page.getByLabel("Phone number").fill("+61 400 000 001");
  await page.getByRole("button", { name: "Save and continue" }).click();

  await page.getByRole("heading", { name: "Your own PIN" }).waitFor();
  await page.getByLabel("Security PIN", { exact: true }).fill(ownPin);
  await page.getByLabel("Security PIN again").fill(ownPin);
  await page.getByRole("button", { name: "Save and continue" }).click();

  await page.getByRole("heading", { name: "What the phone must allow" }).waitFor();
  // The main screen knows where the set-up stands, and leads back to it.
  await page.getByRole("link", { name: "Return to Main" }).click();
  await page.getByText("Set-up: 3 of 4 done").waitFor();
  await page.getByRole("link", { name: "Continue" }).click();

  await page.getByRole("heading", { name: "A test emergency" }).waitFor();
  await page.getByRole("button", { name: "TEST EMERGENCY" }).click();
  await page.getByRole("heading", { name: "EMERGENCY MODE ACTIVE" }).waitFor();
  await untilRecorded(page, 1);
  await unlockOverlay(page, ownPin);
  await page.getByText("You ran a test and ended it.").waitFor(patience);
  await page.getByRole("button", { name: "Continue", exact: true }).click();

  await page.getByRole("heading", { name: "You're Protected!" }).waitFor();
  await page.getByRole("button", { name: "Open Heart Monitor" }).click();
  await page.getByRole("button", { name: /BPM/ }).waitFor();
  expect(await page.getByText("Premium Protection Active").count()).toBe(0);

  await context.clearPermissions();
  await page.goto("/home");
  await page.getByText("Set-up: 3 of 4 done").waitFor();
  await close();
});
