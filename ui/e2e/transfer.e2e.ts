/** Settings that go along from the browser to the app on the home screen. */
import { expect, test } from "vitest";
import { TAKE_ALONG } from "#content/settings-words.ts";
import { openHomeScreenApp, openSafari } from "./iphone.ts";
import { pasted, patience, savedSettings } from "./phone.ts";
import { closeRow, openRow, openSetting } from "./rows.ts";
import { stage, withoutWorkers } from "./stage.ts";
import { openSettled } from "./still.ts";

const on = stage(withoutWorkers);

const kept = {
  ...savedSettings,
  emergencyMessage: "Come to me now.",
  safeWord: "Purple umbrella",
  wakeWordMode: "custom",
};

test("what was copied in Safari is taken over in the empty app, is there after a reload, and leaves the clipboard", async () => {
  const safari = await openSafari(on, kept);
  await openSettled(safari.page, "/setup");
  await safari.page.getByText("Put the app on your home screen first.").waitFor();
  await safari.page.getByRole("button", { name: "Copy my settings" }).click();
  await safari.page.getByText(/^Copied\. Open the app/).waitFor();
  const text = await pasted(safari.page);
  expect(text).toMatch(/^hr1:[\w-]+$/);
  await safari.close();

  const app = await openHomeScreenApp(on);
  const { page } = app;
  await openSettled(page, "/setup");
  // One phone has one clipboard; profiles of a test may have one each.
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
  await page.getByRole("button", { name: "Paste what you copied" }).click();
  await page.getByRole("heading", { name: "This was copied. Is it yours?" }).waitFor();
  await page.getByText("Ana, +61400000001").waitFor();
  await page.getByRole("button", { name: "Take this over" }).click();
  await page.getByRole("heading", { name: "Saved in this app" }).waitFor(patience);
  await page.getByText("The text is gone from the clipboard.").waitFor();
  expect((await pasted(page)).trim()).toBe("");
  await page.getByRole("button", { name: "Continue", exact: true }).click();
  await page.getByRole("heading", { name: "Your own PIN" }).waitFor();

  await openSetting(page, "Emergency Message");
  expect(await page.getByLabel("Emergency Message").inputValue()).toBe("Come to me now.");
  await closeRow(page);
  await openRow(page, "Wake Word Detection");
  expect(await page.getByLabel("SafeWord").inputValue()).toBe("Purple umbrella");
  await closeRow(page);
  // The PIN stayed behind: the demo PIN unlocks until one is chosen here.
  await page.getByText("Preview mode").waitFor();
  await openRow(page, "Emergency Contacts");
  const numbers = page.getByLabel("Phone number");
  expect([await numbers.nth(0).inputValue(), await numbers.nth(1).inputValue()]).toEqual([
    "+61400000001",
    "+61400000002",
  ]);
  await app.close();
});

test("where the person refuses the clipboard the text can be pasted by hand", async () => {
  const safari = await openSafari(on, kept);
  await openSetting(safari.page, TAKE_ALONG);
  await safari.page.getByRole("button", { name: "Copy my settings" }).click();
  await safari.page.getByText(/^Copied\. Open the app/).waitFor();
  const text = await pasted(safari.page);
  await safari.close();

  const app = await openHomeScreenApp(on, { permissions: ["geolocation", "microphone"] });
  const { page } = app;
  await openSettled(page, "/setup");
  await page.getByRole("button", { name: "Paste what you copied" }).click();
  await page.getByText("The clipboard could not be read.").waitFor();
  await page.getByLabel("The copied line").fill(text);
  await page.getByRole("button", { name: "Look at this line" }).click();
  await page.getByRole("button", { name: "Take this over" }).click();
  await page.getByRole("heading", { name: "Saved in this app" }).waitFor(patience);
  await app.close();
});
