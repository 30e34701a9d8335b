/** The screens of settings that go along to the app on the home screen of an iPhone. */
import { withPurchase } from "./fakes.ts";
import { openHomeScreenApp, openSafari } from "./iphone.ts";
import { pasted, savedSettings } from "./phone.ts";
import { row } from "./rows.ts";
import { press, type Scene, type Step, shows, walk } from "./scene.ts";
import type { Stage } from "./stage.ts";
import { openSettled } from "./still.ts";

/** A person who changed everything, with a long name and a long message. */
const kept = {
  ...savedSettings,
  contacts: [
    { id: "a", name: "Ana-Sophia Papadimitriou-Featherstonehaugh", phoneNumber: "+61 400 000 001" },
    { id: "b", name: "Ben", phoneNumber: "+61 400 000 002" },
  ],
  emergencyMessage: "Send help, I am in danger.\nThe gate code is 4711. Call the police first.",
  safeWord: "Purple umbrella",
  wakeWordMode: "custom",
  staysDisguised: true,
};

/** In Safari, with settings. */
const safari = (name: string, path: string, ...steps: readonly Step[]): Scene => ({
  name,
  open: async (on, options) => {
    const watched = await openSafari(on, kept, options);
    await withPurchase(watched.page);
    return walk(on, watched, path, steps);
  },
});

/** In the app on the home screen, where something else is set up. */
const homeScreen = (name: string, ...steps: readonly Step[]): Scene => ({
  name,
  open: async (on, options) => {
    const watched = await openHomeScreenApp(on, options);
    await watched.context.addInitScript((settings) => {
      if (window.origin === "null" || localStorage.getItem("silentPartnerSettings")) return;
      localStorage.setItem("silentPartnerSettings", JSON.stringify(settings));
    }, other);
    return walk(on, watched, "/setup", steps);
  },
});

const other = {
  version: 2,
  contacts: [{ id: "c", name: "Cid", phoneNumber: "000" }],
  emergencyMessage: "Come.",
  safeWord: "Pineapple",
  wakeWordMode: "trained",
};

const copied: Step = async (page) => {
  await page.getByRole("button", { name: "Copy my settings" }).first().click();
  await page.getByText(/^Copied\. Open the app/).waitFor();
};

/** Has what Safari copied on the clipboard. */
const withCopy: Step = async (page, on: Stage) => {
  const { page: browser, close } = await openSafari(on, kept);
  await openSettled(browser, "/setup");
  await copied(browser, on);
  const text = await pasted(browser);
  await close();
  await page.bringToFront();
  await page.evaluate((line) => navigator.clipboard.writeText(line), text);
};

const found: readonly Step[] = [withCopy, press("Paste what you copied"), shows("Is it yours?")];

/** In the order in which a person meets them. */
export const transferScenes: readonly Scene[] = [
  safari("take-along-set-up", "/setup", shows("Copy my settings")),
  safari("take-along-copied", "/setup", copied),
  safari(
    "take-along-install",
    "/settings",
    row("Install App"),
    press(/^Install SP Heart/),
    shows("Install by hand"),
    shows("Copy my settings"),
  ),
  homeScreen("take-along-paste", shows("Paste what you copied")),
  homeScreen(
    "take-along-problem",
    (page) => page.evaluate(() => navigator.clipboard.writeText("Something else")),
    press("Paste what you copied"),
    shows("That is not the text"),
  ),
  homeScreen("take-along-preview", ...found),
  homeScreen("take-along-done", ...found, press("Replace and save"), shows("Saved in this app")),
];
