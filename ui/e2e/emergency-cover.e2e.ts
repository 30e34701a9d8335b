/** What a phone shows before its app is loaded: a locked one never shows the page below the lock. */
import { expect, test } from "vitest";
import { demoPin, messagesOf, openPhone, startReal, unlock } from "./phone.ts";
import { framesOf, openSlowPhone, scriptsOf } from "./slow-phone.ts";
import { stage, withoutWorkers } from "./stage.ts";

const on = stage(withoutWorkers);

test("while the app is loading, a locked phone shows the cover with its call links and never the page below", async () => {
  const { page, close } = await openSlowPhone(on);
  const scripts = await scriptsOf(page);
  await page.goto("/home");
  await startReal(page);
  for (const path of ["/home", "/settings", "/app"]) {
    const release = scripts.hold();
    await page.goto(path, { waitUntil: "commit" });
    await page.locator(".lock-cover").waitFor();
    const covered = async () => (await framesOf(page)).filter((frame) => frame === "cover").length;
    await expect.poll(covered, { message: path }).toBeGreaterThan(10);
    release();
    await page.getByRole("heading", { name: /^EMERGENCY (MODE )?ACTIVE$/ }).waitFor();
    await page.getByRole("link", { name: "Call 000" }).waitFor();
    await page.getByText(/Recording audio evidence|Audio recording in progress/).waitFor();
    expect(await page.locator(".lock-cover").count()).toBe(0);
    const frames = (await framesOf(page)).filter((frame) => frame !== "");
    const lock = path === "/home" ? "EMERGENCY ACTIVE" : "EMERGENCY MODE ACTIVE";
    expect([...new Set(frames)], path).toEqual(["cover", lock]);
  }
  await close();
});

test("when the app does not load, the cover's call and message links work", async () => {
  const { page, close } = await openSlowPhone(on);
  const scripts = await scriptsOf(page);
  await page.goto("/home");
  await startReal(page);
  await page.getByText("Location recorded").waitFor();
  scripts.lose();
  await page.goto("/home", { waitUntil: "commit" });
  for (const number of ["000", "112", "911"]) {
    const link = page.getByRole("link", { name: `Call ${number}` });
    expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(48);
    await link.click();
  }
  await page.getByRole("link", { name: "Send to Ben" }).click();
  const links = (await messagesOf(page)).map(({ href }) => decodeURIComponent(href));
  expect(links.slice(0, 3)).toEqual(["tel:000", "tel:112", "tel:911"]);
  expect(links[3]).toMatch(/^sms:\+61400000002\?body=Send help, I am in danger\.\n/);
  expect(links[3]).toContain("https://maps.google.com/?q=-33.86882,151.20929");
  const frames = (await framesOf(page)).filter((frame) => frame !== "");
  expect([...new Set(frames)]).toEqual(["cover"]);
  await close(/net::ERR_FAILED/);
});

test("behind the decoy another page leads to the heart monitor and shows nothing of itself", async () => {
  const { page, close } = await openSlowPhone(on);
  await page.goto("/home");
  await startReal(page);
  await unlock(page, demoPin);
  await page.waitForURL((url) => url.pathname === "/app");
  await page.goto("/settings", { waitUntil: "commit" });
  await page.waitForURL((url) => url.pathname === "/app");
  await page.getByText("BPM").waitFor();
  expect((await framesOf(page)).filter((frame) => /Settings|cover/.test(frame))).toEqual([]);
  await close();
});

test("without an emergency the page shows at once, before the app is loaded", async () => {
  const { page, close } = await openSlowPhone(on);
  const scripts = await scriptsOf(page);
  const release = scripts.hold();
  await page.goto("/home", { waitUntil: "commit" });
  await page.getByRole("heading", { name: "Emergency Assistance" }).waitFor();
  expect(await page.locator(".lock-cover").count()).toBe(0);
  release();
  await close();
});

test("when the app does not load, the main screen offers call links and the heart monitor does not", async () => {
  const { page, close } = await openSlowPhone(on);
  const scripts = await scriptsOf(page);
  scripts.lose();
  await page.goto("/home", { waitUntil: "commit" });
  await page.getByText("Still loading. You can call now.").waitFor();
  await page.getByRole("link", { name: "Call 112" }).click();
  expect((await messagesOf(page)).map(({ href }) => href)).toEqual(["tel:112"]);
  await page.clock.install();
  await page.goto("/app");
  await page.clock.runFor(60_000);
  expect(await page.getByRole("link", { name: "Call 112" }).count()).toBe(0);
  await close(/net::ERR_FAILED/);
});

test("without JavaScript the main screen says that emergency features need it, and its call links work", async () => {
  const { page, close } = await on.visit({ javaScriptEnabled: false });
  await page.goto("/home");
  await page.getByText("Emergency features need JavaScript.").waitFor();
  expect(await page.getByRole("link", { name: "Call 000" }).getAttribute("href")).toBe("tel:000");
  await close();
  const other = await openPhone(on);
  await other.page.goto("/home");
  await other.page.getByText("Ready", { exact: true }).waitFor();
  expect(await other.page.getByText("Emergency features need JavaScript.").isVisible()).toBe(false);
  await other.close();
});
