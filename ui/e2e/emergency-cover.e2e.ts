/** What a phone shows before its app is loaded: a locked one never shows the page below the lock. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { closedGate, type Gate } from "./gate.ts";
import { demoPin, messagesOf, openPhone, savedSettings, startReal, unlock } from "./phone.ts";
import { stage } from "./stage.ts";

const on = stage();

/** Opens a phone that notes what each frame shows. Service workers are blocked: scripts come from the network. */
async function openWatched() {
  const phone = await openPhone(on, savedSettings, { serviceWorkers: "block" });
  const close = async (...expected: RegExp[]) => {
    phone.allowProblems(/Service Worker registration blocked/);
    for (const pattern of expected) phone.expectProblems(pattern);
    await phone.close();
  };
  phone.page.on("dialog", (dialog) => void dialog.accept());
  await phone.context.addInitScript(() => {
    const frames: string[] = [];
    Object.assign(window, { framesSeen: frames });
    const look = () => {
      const seen = [...document.querySelectorAll("h1")].filter((one) => one.checkVisibility());
      const isCovered = document.querySelector(".lock-cover") !== null;
      frames.push(isCovered ? "cover" : (seen[0]?.textContent ?? ""));
      if (isCovered && seen.length > 1) frames.push("both");
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  return { page: phone.page, close };
}

/** What each frame showed: the cover, a page's heading, or nothing yet. */
const framesOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => (window as never)["framesSeen"]);

/** Lets a test hold, or lose, every script but the first. */
async function scriptsOf(page: Page) {
  let way: Gate | "lost" = closedGate();
  way.open();
  await page.route(/\/assets\/(?!lock-).*\.js$/, async (route) => {
    if (way === "lost") return route.abort();
    await way.opened;
    // The page that asked for it may be closed by now.
    await route.continue().catch(() => undefined);
  });
  return {
    /** Scripts that are asked for from now on wait for the returned function. */
    hold: () => {
      const gate = closedGate();
      way = gate;
      return gate.open;
    },
    /** Scripts that are asked for from now on fail to load. */
    lose: () => {
      way = "lost";
    },
  };
}

test("while the app is loading, a locked phone shows the cover with its call links and never the page below", async () => {
  const { page, close } = await openWatched();
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
  const { page, close } = await openWatched();
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
  const { page, close } = await openWatched();
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
  const { page, close } = await openWatched();
  const scripts = await scriptsOf(page);
  const release = scripts.hold();
  await page.goto("/home", { waitUntil: "commit" });
  await page.getByRole("heading", { name: "Emergency Assistance" }).waitFor();
  expect(await page.locator(".lock-cover").count()).toBe(0);
  release();
  await close();
});

test("when the app does not load, the main screen offers call links and the heart monitor does not", async () => {
  const { page, close } = await openWatched();
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
