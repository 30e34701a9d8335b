/** The screens of the product and the ways to them, for tests and pictures that go through all of them. */
import type { BrowserContextOptions, Page } from "playwright-core";
import { expect } from "vitest";
import type { WatchedPage } from "./browser.ts";
import { cards, openCheckout, openOwned, payEmbedded } from "./buying.ts";
import { untilRecorded } from "./evidence.ts";
import { fakeBattery, fakeSpeech, offerInstall, withSettings } from "./fakes.ts";
import { openPhone, savedSettings, startReal } from "./phone.ts";
import type { Stage } from "./stage.ts";

/** One screen in one state. */
export type Scene = {
  /** Its name, which is also the name of its picture. */
  readonly name: string;
  /** Opens it in a profile of its own. */
  readonly open: (on: Stage, options: BrowserContextOptions) => Promise<WatchedPage>;
};

type Step = (page: Page, on: Stage) => Promise<unknown>;

/** Somebody who was never here before, on a device that allows nothing. */
function visitor(name: string, path: string, ...steps: readonly Step[]): Scene {
  return { name, open: async (on, options) => walk(on, await on.visit(options), path, steps) };
}

/** Somebody who uses the app; `settings` are what the device has kept, null for nothing. */
function user(settings: unknown, name: string, path: string, ...steps: readonly Step[]): Scene {
  const open = async (on: Stage, options: BrowserContextOptions) => {
    const phone = await openPhone(on, settings, options);
    await fakeSpeech(phone.page);
    await fakeBattery(phone.page, 0.64, false);
    return walk(on, phone, path, steps);
  };
  return { name, open };
}

async function walk(
  on: Stage,
  watched: WatchedPage,
  path: string,
  steps: readonly Step[],
): Promise<WatchedPage> {
  await watched.page.goto(path, { waitUntil: "networkidle" });
  for (const step of steps) await step(watched.page, on);
  return watched;
}

const press =
  (name: string | RegExp): Step =>
  (page) =>
    page.getByRole("button", { name }).first().click();
const shows =
  (text: string | RegExp): Step =>
  (page) =>
    page.getByText(text).first().waitFor();
const opens =
  (role: "dialog" | "alertdialog"): Step =>
  (page) =>
    page.getByRole(role).waitFor();
const recorded: Step = async (page) => {
  await page.getByText(/Recording audio evidence|Audio recording in progress/).waitFor();
  await untilRecorded(page, 1);
};
const wrongPins: Step = async (page) => {
  for (const pin of ["0000", "1111", "2222", "3333", "4444"]) {
    await page.getByLabel("PIN", { exact: true }).fill(pin);
    await page.getByRole("button", { name: "Unlock Device" }).click();
    // The field is emptied when the answer is there.
    await expect.poll(() => page.getByLabel("PIN", { exact: true }).inputValue()).toBe("");
  }
};

/** Buys a gift in another profile and opens its link in this one. */
const openGift: Step = async (page, on) => {
  const buyer = await on.visit();
  await buyer.page.goto("/gift");
  await buyer.page.getByLabel("Your Email Address").fill("ann@example.org");
  await buyer.page.getByLabel("Friend's Email Address").fill("friend@example.org");
  await buyer.page.getByLabel("Personal Message (optional)").fill("Take care.\nAnn");
  await buyer.page.getByRole("button", { name: "Continue to Payment" }).click();
  await payEmbedded(buyer.page, "Complete Gift Purchase - $9.99", cards.pays);
  const link = await buyer.page.getByText(/\/gift\/[a-z2-7]{26}$/).textContent();
  await buyer.close();
  await page.goto(link ?? "", { waitUntil: "networkidle" });
};

/** A link that nobody has bought: the browser reports the status of its document. */
async function openMissing(on: Stage, options: BrowserContextOptions, path: string) {
  const watched = await on.visit(options);
  await watched.page.goto(path, { waitUntil: "networkidle" });
  watched.expectProblem(/status of 4\d\d/);
  return watched;
}

async function openAsOwner(on: Stage, options: BrowserContextOptions) {
  const watched = await on.visit(options);
  await openCheckout(watched.page, "ann@example.org");
  await payEmbedded(watched.page, "Complete Purchase - $9.99", cards.pays);
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
    (page) => payEmbedded(page, "Complete Purchase - $9.99", cards.pays),
    shows("Verified for: ann@example.org"),
  ),
  { name: "checkout-owned", open: openAsOwner },
  visitor(
    "payment-unpaid",
    "/",
    (page) => openCheckout(page, "ann@example.org"),
    (page) => payEmbedded(page, "Complete Purchase - $9.99", cards.asksFirst),
    press("Fail"),
    shows("Your card was not charged."),
  ),
  visitor("payment-issue", "/payment-success"),
  visitor("download-success", "/download-success"),
  visitor("verify", "/verify"),
  visitor("redownload", "/redownload"),
  visitor("gift", "/gift"),
  visitor("gift-link", "/gift", openGift, shows("Take care.")),
  {
    name: "gift-missing",
    open: (on, options) => openMissing(on, options, `/gift/${"a".repeat(26)}`),
  },
  { name: "not-found", open: (on, options) => openMissing(on, options, "/nowhere/at-all") },
];

const appScenes: readonly Scene[] = [
  visitor("heart-monitor-welcome", "/app", opens("dialog")),
  user(savedSettings, "heart-monitor", "/app"),
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
  user(savedSettings, "settings", "/settings"),
  user({ ...savedSettings, wakeWordMode: "custom" }, "settings-custom-word", "/settings"),
  user(savedSettings, "voice", "/voice"),
  user(savedSettings, "voice-recordings", "/voice", async (page) => {
    await page.getByRole("tab", { name: "Recordings" }).click();
  }),
  user(savedSettings, "voice-recordings-listed", "/voice", listRecordings),
  user(savedSettings, "lockdown-practice", "/lockdown"),
  user(savedSettings, "set-up", "/post-download"),
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
  await page.getByText("2 parts, 12 seconds not recorded between them").waitFor();
}

/** Closes the toast that covers the top of the screen. */
const closeToast: Step = async (page) => {
  const toast = page.getByRole("region", { name: /Notifications/ }).getByRole("listitem");
  await toast.getByRole("button", { name: "Close" }).click();
  await toast.waitFor({ state: "detached" });
};

const lockScenes: readonly Scene[] = [
  user(
    savedSettings,
    "lock",
    "/home",
    startReal,
    recorded,
    shows("Emergency Activated"),
    closeToast,
  ),
  user(savedSettings, "lock-keypad", "/home", startReal, recorded, press("Show keypad")),
  user(savedSettings, "lock-closed", "/home", startReal, recorded, wrongPins, shows(/Locked out/)),
  user(
    { ...savedSettings, contacts: [] },
    "lock-without-contacts",
    "/home",
    startReal,
    recorded,
    shows(/No contacts saved\. Call for help/),
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
export const scenes: readonly Scene[] = [...publicScenes, ...appScenes, ...lockScenes];
