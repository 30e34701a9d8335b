/** What stories do on the product's pages, and with which settings their phones begin. */
import { expect } from "vitest";
import { savedSettings } from "../e2e/phone.ts";
import { openPhone, type Phone, type PhonePlan, patience, type Tab } from "./phone.ts";

/** Local storage of a phone on which the set-up was done, and the introductions were seen. */
const preparedStorage = (settings: unknown): Readonly<Record<string, string>> => ({
  silentPartnerSettings: JSON.stringify(settings),
  heartRateIntroSeen: "true",
  installPromptDismissed: String(Date.now()),
});

/** A phone on which the set-up was done; settings may differ from the usual ones. */
export function preparedPhone(
  origin: string,
  changed: Readonly<Record<string, unknown>> = {},
  plan: Partial<PhonePlan> = {},
): Promise<Phone> {
  return openPhone({ origin, storage: preparedStorage({ ...savedSettings, ...changed }), ...plan });
}

/** Waits until the page answers to its person; one that leaves that to the first interaction gets one. */
export async function untilHydrated(tab: Tab): Promise<void> {
  const look = () =>
    tab.evaluate(() => {
      if (document.documentElement.hasAttribute("data-hydrated")) return true;
      if (document.body?.dataset["deferred"] !== undefined) dispatchEvent(new Event("focusin"));
      return false;
    });
  const isHydrated = () => look().catch(() => false);
  await expect.poll(isHydrated, patience).toBe(true);
}

/** Loads a page of the app as a document, and waits until it answers to its person. */
export async function openPage(tab: Tab, path: string): Promise<void> {
  await tab.go(path);
  await untilHydrated(tab);
}

/** Opens the screen behind a row of the settings. */
export async function openRow(tab: Tab, title: string): Promise<void> {
  await tab.press(new RegExp(`^${title} .`));
  const isThere = () =>
    tab.evaluate((name) => document.querySelector("h1")?.textContent === name, title);
  await expect.poll(isThere, patience).toBe(true);
}

/** Loads the settings as a document, and opens one of their screens. On a screen of theirs that is a reload, which shows it again. */
export async function openSetting(tab: Tab, title: string): Promise<void> {
  await openPage(tab, "/settings");
  const isScreen = () => tab.evaluate(() => "screen" in (history.state?.usr ?? {}));
  if (await isScreen()) {
    await tab.press("Settings");
    await expect.poll(isScreen, patience).toBe(false);
  }
  await openRow(tab, title);
}

/** Loads the main screen as a document. */
export async function openHome(tab: Tab): Promise<void> {
  await openPage(tab, "/home");
  await tab.see(/\bReady\b/);
}

/**
 * Starts an emergency as a person does, and waits for the message that opens by itself: in WebKit that launch takes the place
 * of what is being loaded.
 */
export async function startReal(tab: Tab): Promise<void> {
  const launched = tab.launches.length;
  await tab.press("REAL EMERGENCY");
  await tab.press("Yes, start now");
  await tab.see("EMERGENCY ACTIVE");
  await expect.poll(() => tab.launches.length, patience).toBeGreaterThan(launched);
}

/** Types a code on the lock and presses its button. */
export async function unlock(tab: Tab, code: string): Promise<void> {
  await tab.fill("PIN", code);
  await tab.press("Unlock Device");
}

/** Ends a real emergency with the own PIN, and leaves the screen that says so. */
export async function endEmergency(tab: Tab, pin: string): Promise<void> {
  await unlock(tab, pin);
  await tab.see("Emergency ended");
  await tab.press("Done");
  await tab.see("Emergency Assistance");
}

/** The path that the page shows. */
export const pathOf = (tab: Tab) => tab.evaluate(() => location.pathname);
