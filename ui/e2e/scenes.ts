/** The screens of the product and the ways to them, for tests and pictures that go through all of them. */

import type { BrowserContextOptions, Page } from "playwright-core";
import { expect } from "vitest";
import { priceLabel } from "#content/price.ts";
import { cards, openCheckout, openOwned, payEmbedded } from "./buying.ts";
import { offerInstall, withSettings } from "./fakes.ts";
import { guardianScenes } from "./guardian-scenes.ts";
import { writeRecordings } from "./long-recordings.ts";
import { demoPin, ownPin, savedSettings, startReal, unlock } from "./phone.ts";
import {
  closeToast,
  opens,
  press,
  recorded,
  refused,
  type Scene,
  type Step,
  shows,
  user,
  visitor,
  walk,
} from "./scene.ts";
import { settingsScenes } from "./settings-scenes.ts";
import { shopScenes } from "./shop-scenes.ts";
import { soundScenes } from "./sound-scenes.ts";
import type { Stage } from "./stage.ts";
import { reloadSettled } from "./still.ts";
import { transferScenes } from "./transfer-scenes.ts";

const wrongPins: Step = async (page) => {
  for (const pin of ["0000", "1111", "2222", "3333", "4444"]) {
    await page.getByLabel("PIN", { exact: true }).fill(pin);
    await page.getByRole("button", { name: "Unlock Device" }).click();
    // The field is emptied when the answer is there.
    await expect.poll(() => page.getByLabel("PIN", { exact: true }).inputValue()).toBe("");
  }
};

/** Opens the ways to start an emergency in the set-up. */
const unfold: Step = (page) => page.getByText("Other ways to start", { exact: true }).click();

async function openAsOwner(on: Stage, options: BrowserContextOptions) {
  const watched = await on.visit(options);
  await openCheckout(watched.page, "ann@example.org");
  await payEmbedded(watched.page, `Complete Purchase - ${priceLabel}`, cards.pays);
  await watched.page.getByText("Verified for: ann@example.org").waitFor();
  await openOwned(watched.page, "ann@example.org");
  watched.expectProblem(/status of 409/);
  return watched;
}

const publicScenes: readonly Scene[] = [
  visitor("landing", "/"),
  visitor(
    "landing-purchase-dialog",
    "/",
    (page) => page.getByRole("link", { name: /Purchase now/ }).click(),
    opens("dialog"),
  ),
  visitor("subscribe", "/subscribe"),
  visitor("questions", "/questions"),
  visitor("terms", "/terms"),
  visitor("privacy", "/privacy"),
  visitor("support", "/support"),
  visitor(
    "checkout",
    "/",
    (page) => openCheckout(page, "ann@example.org"),
    async (page) => {
      await page.getByLabel("Card number").waitFor();
    },
  ),
  visitor(
    "payment-success",
    "/",
    (page) => openCheckout(page, "ann@example.org"),
    (page) => payEmbedded(page, `Complete Purchase - ${priceLabel}`, cards.pays),
    shows("Verified for: ann@example.org"),
  ),
  { name: "checkout-owned", open: openAsOwner },
  visitor(
    "payment-unpaid",
    "/",
    (page) => openCheckout(page, "ann@example.org"),
    (page) => payEmbedded(page, `Complete Purchase - ${priceLabel}`, cards.asksFirst),
    press("Fail"),
    shows("Your card was not charged."),
  ),
  visitor(
    "install-steps",
    "/",
    (page) => openCheckout(page, "ann@example.org"),
    (page) => payEmbedded(page, `Complete Purchase - ${priceLabel}`, cards.pays),
    (page) => page.getByRole("link", { name: "Install App Now" }).click(),
    shows("Install by hand"),
  ),
  visitor("payment-issue", "/payment-success"),
  visitor("paypal-success", "/paypal-success"),
  visitor("download-success", "/download-success"),
  visitor("payment-waiting", "/payment-waiting"),
  visitor("verify", "/verify"),
  visitor("redownload", "/redownload"),
  visitor("your-data", "/your-data"),
  visitor("gift", "/gift"),
  refused("gift-missing", () => `/gift/${"a".repeat(26)}`),
  refused("not-found", () => "/nowhere/at-all"),
];

const appScenes: readonly Scene[] = [
  visitor("heart-monitor-welcome", "/app", opens("dialog")),
  user(savedSettings, "heart-monitor", "/app"),
  user(savedSettings, "heart-monitor-measure", "/app", press("Measure"), shows("Not a medical")),
  user(savedSettings, "heart-monitor-readings", "/app", keepReadings, shows("Your readings")),
  user(
    savedSettings,
    "heart-monitor-trends-empty",
    "/app",
    press("Trends"),
    shows("No readings yet"),
  ),
  user(savedSettings, "heart-monitor-trends", "/app", keepReadings, press("Trends")),
  user(savedSettings, "heart-monitor-settings", "/app", keepReadings, press("Settings")),
  user(
    { ...savedSettings, asksForCode: true },
    "security-code",
    "/app",
    press(/BPM/),
    shows("Security Verification"),
  ),
  visitor("home-denied", "/home", shows("Denied")),
  user(null, "home-without-contacts", "/home", shows("No contacts saved")),
  user(savedSettings, "home", "/home", shows("Ready")),
  user(savedSettings, "home-contacts-dialog", "/home", press("Basic settings"), opens("dialog")),
  user(savedSettings, "home-settings-dialog", "/home", press("Advanced settings"), opens("dialog")),
  user(savedSettings, "home-question", "/home", press("REAL EMERGENCY"), opens("alertdialog")),
  user(savedSettings, "voice", "/voice"),
  user(savedSettings, "voice-recordings", "/voice", async (page) => {
    await page.getByRole("tab", { name: "Recordings" }).click();
  }),
  user(savedSettings, "voice-recordings-listed", "/voice", listRecordings),
  user(
    savedSettings,
    "voice-package",
    "/voice",
    listWhole,
    press(/^Evidence package/),
    opens("dialog"),
  ),
  user(savedSettings, "lockdown-practice", "/lockdown"),
  user(savedSettings, "post-download", "/post-download"),
  user(null, "set-up-person", "/setup", press("Save and continue"), shows("Enter a name.")),
  user(null, "set-up-pin", "/setup", press(/^PIN/), shows("Your own PIN")),
  user(null, "set-up-permissions", "/setup", press(/^Access/), unfold, shows("Shake to start")),
  user(
    null,
    "set-up-listening",
    "/setup",
    press(/^Access/),
    unfold,
    (page) => page.getByRole("switch", { name: "Listening" }).click(),
    shows("Save safe word"),
  ),
  visitor("set-up-blocked", "/setup", press(/^Access/), press("Allow location"), shows("Blocked")),
  user(savedSettings, "set-up-test", "/setup", press(/^Test/), shows("TEST EMERGENCY")),
  user(
    savedSettings,
    "set-up-summary",
    "/setup",
    press(/^Test/),
    press("Skip for now"),
    shows("3 of 4 done"),
  ),
  {
    name: "install-dialog",
    open: async (on, options) => {
      const watched = await on.visit(options);
      await withSettings(watched.page);
      return walk(on, watched, "/app", [
        (page) => offerInstall(page, "dismissed"),
        opens("dialog"),
      ]);
    },
  },
];

/** A week in which the pulse was measured on three days. */
async function keepReadings(page: Page): Promise<void> {
  await page.evaluate(() => {
    const day = 86_400_000;
    const readings = [61, 74, 128].map((bpm, index) => ({
      at: Date.now() + (index - 2) * day,
      bpm,
    }));
    localStorage.setItem("heartRateReadings", JSON.stringify(readings));
  });
  await reloadSettled(page);
}

/** Fills the list of recordings: two parts of one emergency, and a raw recording whose sound is a copy. */
async function listRecordings(page: Page): Promise<void> {
  await page.evaluate(() => {
    const part = (id: string, emergencyEventId: string, recordedAt: string) => ({
      id,
      emergencyEventId,
      recordedAt,
      audioBlob: "data:audio/webm;base64,AAAA",
      duration: 65,
      mimeType: "audio/webm",
      isProcessed: emergencyEventId === "two",
    });
    const list = [
      part("a", "one", "2025-11-21T10:00:00.000Z"),
      part("b", "two", "2026-02-01T20:04:00.000Z"),
      part("c", "two", "2026-02-01T20:05:17.000Z"),
    ];
    localStorage.setItem("voiceRecordings", JSON.stringify(list));
  });
  await page.getByRole("tab", { name: "Recordings" }).click();
  await page.getByText("2 parts, at least 12 seconds not recorded").waitFor();
}

/** Lists a recording that is as it was recorded. */
async function listWhole(page: Page): Promise<void> {
  await writeRecordings(page, [{ emergencyEventId: "whole", part: 1, seconds: 3 }]);
  await page.getByRole("tab", { name: "Recordings" }).click();
  await page.getByText("Unchanged since recorded").waitFor();
}

/** Closes the lock's toast, for which a small screen has no place. */
const closeUnseenToast: Step = async (page) => {
  const toast = page.locator("[aria-label^=Notifications] li", { hasText: "Recording Started" });
  await toast.getByLabel("Close").dispatchEvent("click");
  await toast.waitFor({ state: "detached" });
};

const lockScenes: readonly Scene[] = [
  user(savedSettings, "lock", "/home", startReal, recorded, closeUnseenToast),
  user(savedSettings, "lock-keypad", "/home", startReal, recorded, press("Show keypad")),
  user(savedSettings, "lock-closed", "/home", startReal, recorded, wrongPins, shows(/Locked Out/)),
  user(
    { ...savedSettings, contacts: [] },
    "lock-without-contacts",
    "/home",
    startReal,
    recorded,
    shows(/No contacts known\. Call for help/),
  ),
  user(
    savedSettings,
    "ended",
    "/home",
    startReal,
    recorded,
    (page) => unlock(page, ownPin),
    shows("Emergency ended. Recording saved."),
    closeToast,
  ),
  user(
    savedSettings,
    "decoy-code",
    "/home",
    startReal,
    recorded,
    (page) => unlock(page, demoPin),
    press(/BPM/),
    shows("Security Verification"),
  ),
  user(savedSettings, "overlay-lock", "/settings", press("TEST EMERGENCY"), recorded),
  user(
    savedSettings,
    "overlay-lock-keypad",
    "/settings",
    press("TEST EMERGENCY"),
    recorded,
    press("Enter PIN to Unlock"),
    shows("Enter PIN to Unlock"),
  ),
];

/** Every screen, in the order in which a person meets them. */
export const scenes: readonly Scene[] = [
  ...publicScenes,
  ...shopScenes,
  ...appScenes,
  ...settingsScenes,
  ...transferScenes,
  ...guardianScenes,
  ...soundScenes,
  ...lockScenes,
];
