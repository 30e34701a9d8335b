/** A locked phone shows its lock or nothing: what lies under it is never seen, however slow the app is. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { demoPin, messagesOf, openPhone, savedSettings, startReal, unlock } from "./phone.ts";
import { stage } from "./stage.ts";

/** How long the app's script is on its way. */
const slowMs = 1_500;

const on = stage();

/** Opens a phone whose frames are watched; no worker answers for the network, which is said on each page. */
async function openWatched() {
  const phone = await openPhone(on, savedSettings, { serviceWorkers: "block" });
  const close = async (...expected: RegExp[]) => {
    const known = [/Service Worker registration blocked/, ...expected];
    const others = phone.problems.filter((problem) => !known.some((one) => one.test(problem)));
    phone.problems.splice(0, Number.POSITIVE_INFINITY, ...others);
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

/** Delays, or loses, every script but the first, from when the returned function is told so. */
async function scriptsOf(page: Page) {
  let how: "quick" | "slow" | "lost" = "quick";
  await page.route(/\/assets\/(?!lock-).*\.js$/, async (route) => {
    if (how === "lost") return route.abort();
    if (how === "slow") await new Promise((resolve) => setTimeout(resolve, slowMs));
    // The page that asked may be gone by now.
    await route.continue().catch(() => undefined);
  });
  return (next: typeof how) => {
    how = next;
  };
}

test("while the app is on its way the page below is never seen, and the calls are there", async () => {
  const { page, close } = await openWatched();
  const scripts = await scriptsOf(page);
  await page.goto("/home");
  await startReal(page);
  scripts("slow");
  for (const path of ["/home", "/settings", "/app"]) {
    await page.goto(path, { waitUntil: "commit" });
    await page.locator(".lock-cover").waitFor();
    await page.getByRole("heading", { name: /^EMERGENCY (MODE )?ACTIVE$/ }).waitFor();
    await page.getByRole("link", { name: "Call 000" }).waitFor();
    await page.getByText(/Recording audio evidence|Audio recording in progress/).waitFor();
    expect(await page.locator(".lock-cover").count()).toBe(0);
    const frames = (await framesOf(page)).filter((frame) => frame !== "");
    expect(frames.filter((frame) => frame === "cover").length, path).toBeGreaterThan(10);
    const lock = path === "/home" ? "EMERGENCY ACTIVE" : "EMERGENCY MODE ACTIVE";
    expect([...new Set(frames)], path).toEqual(["cover", lock]);
  }
  await close();
});

test("where the app never comes, calls and messages stay and work", async () => {
  const { page, close } = await openWatched();
  const scripts = await scriptsOf(page);
  await page.goto("/home");
  await startReal(page);
  await page.getByText("Location recorded").waitFor();
  scripts("lost");
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

test("behind the decoy another page shows nothing of itself and becomes the heart monitor", async () => {
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

test("a phone without an emergency shows its page at once, also while the app is on its way", async () => {
  const { page, close } = await openWatched();
  const scripts = await scriptsOf(page);
  scripts("slow");
  await page.goto("/home", { waitUntil: "commit" });
  await page.getByRole("heading", { name: "Emergency Assistance" }).waitFor();
  expect(await page.locator(".lock-cover").count()).toBe(0);
  await close();
});

test("a main screen whose app never comes offers the calls by itself; the heart monitor gives nothing away", async () => {
  const { page, close } = await openWatched();
  const scripts = await scriptsOf(page);
  scripts("lost");
  await page.goto("/home", { waitUntil: "commit" });
  await page.getByText("The app is not here yet. Calls work already.").waitFor();
  await page.getByRole("link", { name: "Call 112" }).click();
  expect((await messagesOf(page)).map(({ href }) => href)).toEqual(["tel:112"]);
  await page.goto("/app", { waitUntil: "commit" });
  await page.waitForTimeout(6_500);
  expect(await page.getByRole("link", { name: "Call 112" }).count()).toBe(0);
  await close(/net::ERR_FAILED/);
});

test("without JavaScript the main screen says what does not work, and calls do", async () => {
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
