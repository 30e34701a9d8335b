/** The emergency button of a page that is not hydrated yet. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { messagesOf, mirrorOf, startReal } from "./phone.ts";
import { middleOf, openReference } from "./reference.ts";
import { framesOf, openSlowPhone, pressedOnSlow3G, scriptsOf } from "./slow-phone.ts";
import { stage, withoutWorkers } from "./stage.ts";

const on = stage(withoutWorkers);

/** The paths that show the button; the main path shows it on a device with the app. */
const paths = ["/", "/home"];

const main = (page: Page) => page.getByRole("heading", { name: "Emergency Assistance" });
const question = (page: Page) => page.getByRole("alertdialog", { name: "Start a real emergency?" });
const lock = (page: Page) => page.getByRole("heading", { name: "EMERGENCY ACTIVE" });

/** Opens `path` on a phone whose scripts wait for `release`. */
async function openHeld(path: string) {
  const phone = await openSlowPhone(on);
  await phone.context.addCookies([{ name: "view", value: "app", url: on.server.origin }]);
  await phone.context.addInitScript(() => {
    const { geolocation } = navigator;
    const ask = geolocation.getCurrentPosition.bind(geolocation);
    Object.assign(window, { asked: 0 });
    geolocation.getCurrentPosition = (...args) => {
      (window as never as { asked: number }).asked += 1;
      ask(...args);
    };
  });
  const scripts = await scriptsOf(phone.page);
  const release = scripts.hold();
  await phone.page.goto(path, { waitUntil: "commit" });
  await main(phone.page).waitFor();
  return { ...phone, release };
}

test.each(paths)("at %s a confirmed tap before hydration starts the emergency", async (path) => {
  const { page, release, close } = await openHeld(path);
  await page.getByRole("button", { name: "REAL EMERGENCY" }).click();
  expect(await page.evaluate(() => (window as never)["asked"])).toBeGreaterThan(0);
  await question(page).getByRole("button", { name: "Yes, start now" }).click();
  await page.getByRole("heading", { name: "Starting..." }).waitFor();
  await page.getByRole("link", { name: "Call 112" }).click();
  await page.getByRole("link", { name: "Send to Ana" }).click();
  const links = (await messagesOf(page)).map(({ href }) => decodeURIComponent(href));
  expect(links[0]).toBe("tel:112");
  expect(links[1]).toMatch(/^sms:\+61400000001\?body=Send help, I am in danger\.\n/);
  expect(await lock(page).count()).toBe(0);
  release();
  await lock(page).waitFor();
  await page.getByText("Recording audio evidence").waitFor();
  expect(await mirrorOf(page)).toMatchObject({ isLocked: true, triggeredBy: "button" });
  const frames = (await framesOf(page)).filter((frame) => frame !== "");
  expect([...new Set(frames)]).toEqual(["Emergency Assistance", "cover", "EMERGENCY ACTIVE"]);
  expect(await page.locator(".lock-cover").count()).toBe(0);
  await close();
});

test("a question that is open at hydration stays as it is, and either answer counts", async () => {
  for (const answer of ["Cancel", "Yes, start now"]) {
    const { page, release, close } = await openHeld("/home");
    await page.getByRole("button", { name: "REAL EMERGENCY" }).click();
    await question(page).waitFor();
    const before = await question(page).boundingBox();
    // The finger is on the button while the page is hydrated.
    await question(page).getByRole("button", { name: answer }).hover();
    await page.mouse.down();
    release();
    await page.locator("html[data-hydrated]").waitFor({ state: "attached" });
    expect(await question(page).boundingBox()).toEqual(before);
    await page.mouse.up();
    if (answer === "Cancel") {
      await question(page).waitFor({ state: "detached" });
      expect(await lock(page).count()).toBe(0);
      await startReal(page);
    } else {
      await lock(page).waitFor();
    }
    await close();
  }
});

test("keys do what taps do", async () => {
  const { page, release, close } = await openHeld("/home");
  const button = page.getByRole("button", { name: "REAL EMERGENCY" });
  await button.press("Enter");
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  expect(await focused()).toBe("Cancel");
  await page.keyboard.press("Escape");
  await question(page).waitFor({ state: "detached" });
  expect(await focused()).toBe("REAL EMERGENCY");
  await button.press("Space");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Starting..." }).waitFor();
  expect(await focused()).toBe("Starting...");
  release();
  await lock(page).waitFor();
  expect(await focused()).toBe("EMERGENCY ACTIVE");
  await close();
});

test("a yes outlives a reload before hydration", async () => {
  const { page, release, close } = await openHeld("/home");
  await page.getByRole("button", { name: "REAL EMERGENCY" }).click();
  await question(page).getByRole("button", { name: "Yes, start now" }).click();
  await page.getByRole("heading", { name: "Starting..." }).waitFor();
  await page.reload({ waitUntil: "commit" });
  await page.getByRole("heading", { name: "Starting..." }).waitFor();
  release();
  await lock(page).waitFor();
  await close();
});

test("until hydration the page says that it is starting, and names no error", async () => {
  const { page, release, close } = await openHeld("/home");
  const text = await page.locator("#root").textContent();
  expect(text).toContain("Starting...");
  expect(text).not.toMatch(/No contacts|Unable|unavailable|Not asked|Denied/i);
  release();
  await page.getByText("+61400000001").waitFor();
  await page.getByText("Ready", { exact: true }).waitFor();
  expect(await page.locator("#root").textContent()).not.toContain("Starting...");
  await close();
});

test("on slow 3G the button answers within 5 taps of a plain page of its first frame, before hydration", async () => {
  const reference = await openReference(on.browser, on.server.origin);
  // A press is measured as often as the reference's half: one alone says how busy the machine was at that moment.
  const multiples: number[] = [];
  for (let count = 0; count < 3; count += 1) {
    const { page, close } = await openSlowPhone(on);
    const { result, tap } = await reference.beside(() => pressedOnSlow3G(page));
    expect(result.isHydrated).toBe(false);
    multiples.push(result.waited / tap);
    await close();
  }
  expect(middleOf(multiples), multiples.join(", ")).toBeLessThan(5);
  await reference.close();
});
