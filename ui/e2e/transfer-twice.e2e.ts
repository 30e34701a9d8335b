/** Settings that are taken over in two windows of the app at once, and a preview that is left before it is answered. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { openHomeScreenApp, openSafari } from "./iphone.ts";
import { pasted, patience, savedSettings } from "./phone.ts";
import { openSetting } from "./rows.ts";
import { stage, withoutWorkers } from "./stage.ts";
import { openSettled, untilSettled } from "./still.ts";

const on = stage(withoutWorkers);

const settingsOf = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem("silentPartnerSettings") ?? "null"));

/** What Safari copies of these settings. */
async function copied(settings: unknown): Promise<string> {
  const { page, close } = await openSafari(on, settings);
  await openSettled(page, "/setup");
  await page.getByRole("button", { name: "Copy my settings" }).click();
  await page.getByText(/^Copied\. Open the app/).waitFor();
  const text = await pasted(page);
  await close();
  return text;
}

/** Brings `text` as far as its preview. */
async function preview(page: Page, text: string): Promise<void> {
  await page.bringToFront();
  await openSettled(page, "/setup");
  await page.evaluate((line) => navigator.clipboard.writeText(line), text);
  await page.getByRole("button", { name: "Paste what you copied" }).click();
  await page.getByRole("heading", { name: "This was copied. Is it yours?" }).waitFor(patience);
}

test("of two windows that take over different settings the later one wins whole, in both", async () => {
  const texts = [
    await copied({ ...savedSettings, emergencyMessage: "First." }),
    await copied({
      ...savedSettings,
      emergencyMessage: "Second.",
      contacts: savedSettings.contacts.slice(1),
    }),
  ];
  const { page, context, close } = await openHomeScreenApp(on);
  const windows = [page, await context.newPage()];
  for (const [index, one] of windows.entries()) await preview(one, texts[index] ?? "");
  const take = (one: Page) =>
    one.getByRole("button", { name: /^(Take this over|Replace and save)$/ }).click();
  await Promise.all(windows.map(take));
  for (const one of windows) {
    // A window in the background may be left without the clipboard's answer.
    await one.bringToFront();
    await one
      .getByRole("heading", { name: "Saved in this app" })
      .or(one.getByText("Error saving settings. Please try again."))
      .waitFor(patience);
  }
  const settings = await settingsOf(page);
  expect(settings.contacts).toHaveLength(settings.emergencyMessage === "First." ? 2 : 1);
  for (const one of windows) await openSetting(one, "Emergency Message");
  for (const one of windows) {
    expect(await one.getByLabel("Emergency Message").inputValue()).toBe(settings.emergencyMessage);
  }
  await close();
});

test.each(["reload", "goBack"] as const)(
  "a preview that is left by %s stores nothing, and can be had again",
  async (way) => {
    const text = await copied({ ...savedSettings, emergencyMessage: "Come." });
    const { page, close } = await openHomeScreenApp(on);
    await openSettled(page, "/home");
    await preview(page, text);
    await page[way]();
    await untilSettled(page);
    expect(await settingsOf(page)).toBeNull();
    await openSettled(page, "/setup");
    expect(await page.getByText("Is it yours?").count()).toBe(0);
    await page.getByRole("button", { name: "Paste what you copied" }).click();
    await page.getByRole("button", { name: "Take this over" }).click();
    await page.getByRole("heading", { name: "Saved in this app" }).waitFor(patience);
    expect(await settingsOf(page)).toMatchObject({ emergencyMessage: "Come." });
    await close();
  },
);
