/** A phone for the emergency's browser tests: with contacts, a PIN, a location, and a messages app that opens. */

import type { BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { sealPin } from "#platform/pin-hash.ts";
import type { WatchedPage } from "./browser.ts";
import type { Stage } from "./stage.ts";
import { untilSettled } from "./still.ts";

/** A busy machine needs longer than the library expects. */
export const patience = { timeout: 30_000 };

/** The own PIN in tests. */
export const ownPin = "482915";
/** The demo PIN. */
export const demoPin = "1234";
export const ana = { id: "a", name: "Ana", phoneNumber: "+61400000001" };
const ben = { id: "b", name: "Ben", phoneNumber: "+61400000002" };

const userAgent =
  "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Mobile Safari/537.36";

/** An Android phone in a known place that allows what an emergency needs. */
export const phoneOptions: BrowserContextOptions = {
  userAgent,
  viewport: { width: 360, height: 780 },
  geolocation: { latitude: -33.868_82, longitude: 151.209_29, accuracy: 12 },
  permissions: ["geolocation", "microphone", "clipboard-read", "clipboard-write"],
};

/** The own PIN as it is stored, of a person who chose not to be asked for it before settings open. */
export const unasked = { pinCode: await sealPin(ownPin), asksForCode: false };

/** The settings that a phone has saved. */
export const savedSettings = {
  contacts: [ana, ben],
  safeWord: "Help",
  emergencyMessage: "Send help, I am in danger.",
  ...unasked,
};

/**
 * Runs in the page before its scripts. A real `sms:` link opens a window of the browser that takes all
 * further input, so a fake one opens in its place: it notes the link and hides the page for a moment. With
 * `window.hasNoMessagesApp` nothing opens, and with `window.losesFocus` the page loses the focus and is still seen.
 */
function fakeMessagesApp(settings: unknown) {
  // The empty document of a new tab has no storage.
  if (window.origin === "null") return;
  const links: { href: string; at: number }[] = [];
  Object.assign(window, { messages: links });
  // The messages app covers the page for longer than a glance, and the person comes back.
  const show = (state: DocumentVisibilityState) => {
    Object.defineProperty(document, "visibilityState", { configurable: true, value: state });
    document.dispatchEvent(new Event("visibilitychange"));
  };
  const comeToFront = () => {
    window.dispatchEvent(new Event("blur"));
    show("hidden");
    setTimeout(() => show("visible"), 1_600);
  };
  window.addEventListener(
    "click",
    (event) => {
      const link = (event.target as Element).closest?.("a[href^='sms:'], a[href^='tel:']");
      if (link === null || link === undefined) return;
      event.preventDefault();
      links.push({ href: (link as HTMLAnchorElement).href, at: performance.now() });
      if ("losesFocus" in window) setTimeout(() => window.dispatchEvent(new Event("blur")), 50);
      else if (!("hasNoMessagesApp" in window)) setTimeout(comeToFront, 50);
    },
    true,
  );
  localStorage.setItem("heartRateIntroSeen", "true");
  // A profile on the disk is offered the installation, which would cover the page.
  localStorage.setItem("installPromptDismissed", String(Date.now()));
  // A test that empties local storage wants it to stay empty.
  if ("isForgotten" in sessionStorage) return;
  if (settings !== null && localStorage.getItem("silentPartnerSettings") === null) {
    localStorage.setItem("silentPartnerSettings", JSON.stringify(settings));
  }
}

/** Prepares a context: its pages begin with these settings. */
export async function prepare(context: BrowserContext, settings: unknown = savedSettings) {
  await context.addInitScript(fakeMessagesApp, settings);
}

/** Opens a phone in a profile of its own. */
export async function openPhone(
  on: Stage,
  settings: unknown = savedSettings,
  options: BrowserContextOptions = {},
): Promise<WatchedPage> {
  const phone = await on.visit({ ...phoneOptions, ...options });
  await prepare(phone.context, settings);
  return phone;
}

/**
 * Opens the main screen at `origin` (or the context's own) and waits until it asks for nothing more: the location
 * is known, and the contact's panel, which comes last, has asked for the server's copy.
 */
export async function openMainScreen(page: Page, origin = ""): Promise<void> {
  const asked = page.waitForRequest(/contacts\/primary$/);
  await page.goto(`${origin}/home`);
  await page.getByText("Ready", { exact: true }).waitFor();
  await asked;
  // Parts of the app that are loaded after its start are there too.
  await untilSettled(page);
}

/** Presses the button and confirms, as a person does. */
export async function startReal(page: Page): Promise<void> {
  await page.getByRole("button", { name: "REAL EMERGENCY" }).click();
  await page.getByRole("button", { name: "Yes, start now" }).click();
  await page.getByRole("heading", { name: "EMERGENCY ACTIVE" }).waitFor();
}

/** Types a code on the lock screen and presses its button. */
export async function unlock(page: Page, pin: string): Promise<void> {
  await page.getByLabel("PIN", { exact: true }).fill(pin);
  await page.getByRole("button", { name: "Unlock Device" }).click();
}

/** Waits for the screen that says that the emergency is over: the toast that says so may be gone before a busy machine sees it. */
export async function untilEnded(page: Page): Promise<void> {
  await page.getByRole("heading", { name: /^Emergency ended\./ }).waitFor();
}

/** Leaves that screen. */
export async function leaveEnd(page: Page): Promise<void> {
  await untilEnded(page);
  await page.getByRole("button", { name: "Done" }).click();
}

/** Opens the overlay's field, types a code and presses its button. */
export async function unlockOverlay(page: Page, pin: string): Promise<void> {
  await page.getByRole("button", { name: "Enter PIN to Unlock" }).click();
  await page.getByLabel("Enter PIN to Unlock").fill(pin);
  await page.getByRole("button", { name: "Unlock", exact: true }).click();
}

/** The `sms:` and `tel:` links that were followed so far. */
export function messagesOf(page: Page): Promise<{ href: string; at: number }[]> {
  return page.evaluate(() => (window as never)["messages"]);
}

/** Empties local storage for good, as somebody does who takes the phone: nothing of it comes back with the next document. */
export async function forget(page: Page): Promise<void> {
  await page.evaluate(() => {
    sessionStorage.setItem("isForgotten", "");
    localStorage.clear();
  });
}

/** What is on the clipboard. Most pages may not read it, so it is pasted as a person would. */
export async function pasted(page: Page): Promise<string> {
  await page.evaluate(() => {
    const field = document.body.appendChild(document.createElement("textarea"));
    field.id = "pasted";
    field.focus();
  });
  await page.keyboard.press("Control+V");
  return page.evaluate(() => {
    const field = document.getElementById("pasted") as HTMLTextAreaElement;
    const { value } = field;
    field.remove();
    return value;
  });
}

/** The record under `emergencyState`. */
export function mirrorOf(page: Page): Promise<Record<string, unknown>> {
  return page.evaluate(() => JSON.parse(localStorage.getItem("emergencyState") ?? "{}"));
}

/** One part of the evidence, decoded. */
export type Part = {
  id: string;
  emergencyEventId: string;
  part: number;
  status: string;
  recordedAt: number;
  duration: number;
  /** Seconds of sound that the browser decodes from the kept bytes. */
  decoded: number;
};

/** Reads every part from the database and plays it through the browser's decoder. */
export function partsOf(page: Page): Promise<Part[]> {
  return page.evaluate(async () => {
    const open = indexedDB.open("evidence");
    const db: IDBDatabase = await new Promise((resolve, reject) => {
      open.onsuccess = () => resolve(open.result);
      open.onerror = () => reject(open.error);
    });
    const all = (store: string): Promise<never[]> =>
      new Promise((resolve) => {
        const request = db.transaction(store).objectStore(store).getAll();
        request.onsuccess = () => resolve(request.result as never[]);
      });
    const rows: Part[] = await all("recordings");
    const chunks: { recordingId: string; kind: string; bytes: ArrayBuffer }[] = await all("chunks");
    db.close();
    const audio = new OfflineAudioContext(1, 1, 48_000);
    const parts: Part[] = [];
    for (const row of rows) {
      const pieces = chunks
        .filter((chunk) => chunk.recordingId === row.id && chunk.kind === "sound")
        .map((chunk) => chunk.bytes);
      const bytes = await new Blob(pieces).arrayBuffer();
      const decoded = bytes.byteLength === 0 ? 0 : (await audio.decodeAudioData(bytes)).duration;
      parts.push({ ...row, recordedAt: Date.parse(String(row.recordedAt)), decoded });
    }
    return parts.sort((a, b) => a.recordedAt - b.recordedAt);
  });
}
