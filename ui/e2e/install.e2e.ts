/** Installing: the browser's offer, the dialog, the button, and the browser's own check. */

import { expect, test } from "vitest";
import { priceLabel } from "#content/price.ts";
import { offerInstall, withPurchase, withSettings } from "./fakes.ts";
import { openRow } from "./rows.ts";
import { scriptsOf } from "./slow-phone.ts";
import { stage } from "./stage.ts";
import { openSettled, reloadSettled, stopClock, untilSettled } from "./still.ts";

const on = stage();

/** A page whose clock the test controls, without the browser's own offer. */
async function open(path = "/app") {
  const watched = await on.visit();
  const { page } = watched;
  await page.addInitScript(() => {
    window.addEventListener(
      "beforeinstallprompt",
      (event) => event.isTrusted && event.stopImmediatePropagation(),
      { capture: true },
    );
  });
  await page.clock.install();
  await withSettings(page);
  await openSettled(page, path);
  // What runs beside the page is there: a wait that it began after the clock was moved would not end.
  await page.getByRole("region", { name: /^Notifications/ }).waitFor({ state: "attached" });
  await stopClock(page);
  return {
    ...watched,
    dialog: page.getByRole("dialog", { name: "Install SP Heart Rate Monitor" }),
  };
}

test("the dialog opens three seconds after the offer, and Not Now keeps it away for a day", async () => {
  const { page, dialog, close } = await open();
  await offerInstall(page, "accepted");
  await page.clock.runFor(1_500);
  expect(await dialog.count()).toBe(0);
  await page.clock.runFor(2_000);
  await dialog.getByRole("button", { name: "Not Now" }).click();
  await dialog.waitFor({ state: "detached" });
  const at = await page.evaluate(() => Number(localStorage.getItem("installPromptDismissed")));
  expect(Math.abs(at - (await page.evaluate(() => Date.now())))).toBeLessThan(5_000);

  await reloadSettled(page);
  await offerInstall(page, "accepted");
  await page.clock.runFor(4_000);
  expect(await dialog.count()).toBe(0);

  await page.clock.fastForward(86_400_000);
  await offerInstall(page, "accepted");
  await page.clock.runFor(3_100);
  await dialog.waitFor();
  await close();
});

test("Install shows the browser's prompt once, and a refusal closes the dialog", async () => {
  const { page, dialog, close } = await open("/app");
  await withPurchase(page);
  await offerInstall(page, "dismissed");
  await page.clock.runFor(3_100);
  await dialog.getByRole("button", { name: "Install" }).click();
  await dialog.waitFor({ state: "detached" });
  expect(await page.evaluate(() => (window as unknown as { prompted: number }).prompted)).toBe(1);
  await close();
});

test.each(["while the page is loading", "after that"])(
  "an installation %s is announced and leads to the set-up after a second and a half",
  async (when) => {
    const { page, close } = await on.visit();
    await page.clock.install();
    await withSettings(page);
    const scripts = await scriptsOf(page);
    const release = scripts.hold();
    const install = () => page.evaluate(() => window.dispatchEvent(new Event("appinstalled")));
    await page.goto("/app", { waitUntil: "commit" });
    await page.getByText("BPM").waitFor();
    if (when !== "after that") await install();
    release();
    await untilSettled(page);
    if (when === "after that") await install();
    await page.getByText("Installed on this device").first().waitFor();
    await page.clock.runFor(1_600);
    await page.getByRole("heading", { name: "Installation Complete!" }).waitFor();
    expect(new URL(page.url()).pathname).toBe("/post-download");
    await close();
  },
);

test("an app that runs from the home screen is not asked to install itself", async () => {
  const watched = await on.visit();
  const { page } = watched;
  await page.addInitScript(() => {
    Object.assign(navigator, { standalone: true });
  });
  await page.clock.install();
  await withSettings(page);
  await openSettled(page, "/settings");
  await offerInstall(page, "accepted");
  await page.clock.runFor(4_000);
  expect(await page.getByRole("dialog").count()).toBe(0);
  await openRow(page, "Install App");
  await page.getByText('Look for "SP Heart Rate Monitor"').waitFor();
  await watched.close();
});

test("the install section asks for the purchase, then installs or explains", async () => {
  const { page, close } = await open("/settings");
  await openRow(page, "Install App");
  await page.getByRole("link", { name: `Purchase to Download - ${priceLabel}` }).click();
  await page.getByText("Please purchase the app to download it.").first().waitFor();
  await page.clock.runFor(1_600);
  await page.waitForURL((url) => url.pathname === "/subscribe");
  await openSettled(page, "/settings");
  await withPurchase(page);
  await reloadSettled(page);
  await openRow(page, "Install App");
  expect(await page.getByRole("button", { name: "Install Not Available" }).isDisabled()).toBe(true);
  await page.getByText(/look in the browser's menu/).waitFor();
  await page.getByRole("button", { name: "Install SP Heart Rate Monitor" }).click();
  await page.getByRole("heading", { name: "Install by hand" }).waitFor();
  await page.getByRole("button", { name: "Got It" }).click();
  await offerInstall(page, "accepted");
  expect(await page.getByRole("button", { name: "Install to Desktop" }).isEnabled()).toBe(true);
  await close();
});

test("the browser finds nothing that keeps the app from being installed", async () => {
  const { page, context, close } = await on.visit();
  await openSettled(page, "/app");
  const session = await context.newCDPSession(page);
  const { installabilityErrors } = await session.send("Page.getInstallabilityErrors");
  // A test profile is incognito, which alone is reason enough for Chromium.
  const errors = installabilityErrors
    .map((error) => error.errorId)
    .filter((id) => id !== "in-incognito");
  expect(errors).toEqual([]);
  const manifest = await (await page.request.get("/manifest.webmanifest")).json();
  const name = "SP Heart Rate Monitor";
  expect([manifest.name, manifest.short_name]).toEqual([name, name]);
  // An iPhone proposes this name for the icon.
  const forApple = page.locator('meta[name="apple-mobile-web-app-title"]');
  expect(await forApple.getAttribute("content")).toBe(name);
  expect(JSON.stringify(manifest)).not.toMatch(/silent|partner|emergency/i);
  await close();
});

test("a prompt that the browser sends before the app's script runs is not lost", async () => {
  const watched = await on.visit();
  const { page } = watched;
  await withSettings(page);
  await withPurchase(page);
  await page.addInitScript(() => {
    // The dialog that follows a prompt would cover the page.
    if (window.origin !== "null")
      localStorage.setItem("installPromptDismissed", String(Date.now()));
    // Sent as soon as the first script of the page has run.
    const observer = new MutationObserver(() => {
      if (!("scripted" in document.documentElement.dataset)) return;
      observer.disconnect();
      const event = new Event("beforeinstallprompt", { cancelable: true });
      const userChoice = Promise.resolve({ outcome: "dismissed" });
      window.dispatchEvent(Object.assign(event, { prompt: async () => undefined, userChoice }));
    });
    observer.observe(document, { attributes: true, subtree: true });
  });
  await page.goto("/settings");
  await openRow(page, "Install App");
  await page.getByRole("button", { name: "Install to Desktop" }).waitFor();
  expect(await page.getByRole("button", { name: "Install Not Available" }).count()).toBe(0);
  await watched.close();
});

test("the dialog opens over no question and no typing, and comes two seconds after them", async () => {
  const { page, dialog, close } = await open("/home");
  const cancel = page.getByRole("button", { name: "Cancel" });
  await page.getByRole("button", { name: "REAL EMERGENCY" }).click();
  await cancel.waitFor();
  await offerInstall(page, "accepted");
  await page.clock.runFor(10_000);
  expect(await dialog.count()).toBe(0);
  await cancel.click();
  await cancel.waitFor({ state: "detached" });
  await page.clock.runFor(1_000);
  expect(await dialog.count()).toBe(0);
  await page.clock.runFor(2_000);
  await dialog.waitFor();
  await close();
});
