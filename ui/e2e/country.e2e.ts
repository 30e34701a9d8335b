/** Phones in other countries: each screen shows the numbers of the country where the person is, or of the one that was chosen. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { untilAppKept } from "./app-pages.ts";
import { takeProblems, unreachable } from "./browser.ts";
import { openHome, startGuarded } from "./guardian-phones.ts";
import { openKillable } from "./killable.ts";
import { openMainScreen, openPhone, ownPin, patience, startReal, unlock } from "./phone.ts";
import { openRow } from "./rows.ts";
import { startServer } from "./server.ts";
import { stage } from "./stage.ts";
import { openSettled } from "./still.ts";

const on = stage();

const germany = { timezoneId: "Europe/Berlin", locale: "de-DE" };
const newZealand = { timezoneId: "Pacific/Auckland", locale: "en-NZ" };

/** The `tel:` links of a part of the page, in their order. */
const callsIn = (page: Page, part: string) =>
  page
    .locator(`${part} a[href^='tel:']`)
    .evaluateAll((links) => links.map((link) => link.getAttribute("href")));
const onLock = (page: Page) => callsIn(page, "nav[aria-label='Call for help']");
const inNotice = (page: Page) =>
  callsIn(page, "aside[aria-label='Emergency notice'] div:first-child > ul");

test.each([
  { country: germany, lock: ["tel:110", "tel:112"], line: /^Hilfetelefon .* 116 016$/ },
  { country: newZealand, lock: ["tel:111"], line: /^Women's Refuge: 0800 733 843$/ },
])(
  "a phone in $country.timezoneId has its numbers on the lock, before the app is loaded, and its helplines after the end",
  async (where) => {
    const { page, expectProblems, close } = await openPhone(on, undefined, {
      ...where.country,
      // It would have the app that is to be missing.
      serviceWorkers: "block",
    });
    await openMainScreen(page);
    await startReal(page);
    await expect.poll(() => onLock(page), patience).toEqual(where.lock);
    await page.route(/\/assets\/c-/, (route) => route.abort());
    await page.reload();
    await page.locator(".lock-cover").waitFor();
    expect(await callsIn(page, ".lock-cover")).toEqual(where.lock);
    await page.unroute(/\/assets\/c-/);
    await page.reload();
    await page.getByRole("heading", { name: "EMERGENCY ACTIVE" }).waitFor();
    await expect.poll(() => onLock(page), patience).toEqual(where.lock);
    await unlock(page, ownPin);
    await page.getByRole("link", { name: where.line }).waitFor();
    expect(await onLock(page)).toEqual(where.lock);
    expectProblems(/net::ERR_FAILED/);
    await close();
  },
);

test.each([
  { country: germany, width: 320, notice: ["tel:110", "tel:112"] },
  { country: newZealand, width: 320, notice: ["tel:111"] },
  { country: germany, width: 1280, notice: ["tel:110", "tel:112"] },
])(
  "the landing page's notice has the numbers of $country.timezoneId, and nothing moves at $width px",
  async ({ country, width, notice }) => {
    const { page, close } = await on.visit({ ...country, viewport: { width, height: 720 } });
    await page.goto("/");
    const top = async () => (await page.locator("main").boundingBox())?.y;
    const before = await top();
    expect(await inNotice(page)).toEqual(["tel:000", "tel:911"]);
    await page.keyboard.press("Tab");
    await expect.poll(() => inNotice(page), patience).toEqual(notice);
    expect(await top()).toBe(before);
    await close();
  },
);

test("a visitor chooses another country beside the notice, which also holds on the next visit", async () => {
  const { page, close } = await on.visit(germany);
  await page.goto("/");
  await page.getByRole("link", { name: "Other country" }).click();
  await page.getByLabel("Emergency numbers for").selectOption({ label: "France" });
  expect(await inNotice(page)).toEqual(["tel:17", "tel:112"]);
  await page.getByRole("link", { name: "Violences Femmes Info: 3919" }).waitFor();
  await page.reload();
  await page.keyboard.press("Tab");
  await expect.poll(() => inNotice(page), patience).toEqual(["tel:17", "tel:112"]);
  await close();
});

test("the support page has the numbers and the helpline of the country", async () => {
  const { page, close } = await on.visit(germany);
  await openSettled(page, "/support");
  await page.getByRole("link", { name: "Police: 110" }).waitFor();
  await page.getByRole("link", { name: /^Hilfetelefon .* 116 016$/ }).waitFor();
  await close();
});

test("without script the notice leads to the numbers by country", async () => {
  const { page, close } = await on.visit({ ...germany, javaScriptEnabled: false });
  await page.goto("/");
  await page.getByRole("link", { name: "Other country" }).click();
  await page.waitForURL("**/support#countries");
  await page.getByText("Emergency numbers by country").click();
  const germanys = page.getByRole("listitem").filter({ hasText: "Germany" });
  await germanys.getByRole("link", { name: "112 Ambulance" }).waitFor();
  expect(await germanys.getByRole("link").count()).toBe(2);
  await close();
});

test("a country that was chosen in the settings is on the lock after the browser was killed, without a network", async () => {
  const server = await startServer();
  const profile = await mkdtemp(join(tmpdir(), "profile-"));
  const first = await openKillable(profile, server.origin);
  await first.page.goto(`${server.origin}/settings`);
  await untilAppKept(first.page);
  await openRow(first.page, "Country");
  await first.page.getByLabel("Emergency numbers for").selectOption({ label: "New Zealand" });
  await first.page.getByText("The lock shows: 111.").waitFor();
  await first.page.getByText("Settings saved").first().waitFor();
  await first.kill();
  await server.kill();
  const again = await openKillable(profile, server.origin);
  await again.page.goto(`${server.origin}/home`);
  const kept = () => again.page.evaluate(() => localStorage.getItem("heartRateCalls"));
  await expect.poll(kept, patience).toBe("111");
  await startReal(again.page);
  expect(await onLock(again.page)).toEqual(["tel:111"]);
  await again.kill();
  takeProblems(again.problems, unreachable);
  await server.stop();
  await rm(profile, { recursive: true, force: true });
});

test("a guardian in Germany is shown the numbers of Germany", async () => {
  const phones = await startGuarded();
  const { her, his, server } = phones;
  await openHome(her.page, server.origin);
  await startReal(her.page);
  const devtools = await his.page.context().newCDPSession(his.page);
  await devtools.send("Emulation.setTimezoneOverride", { timezoneId: "Europe/Berlin" });
  await his.page.goto(`${server.origin}/watch`);
  await his.page.getByRole("link", { name: "Call 110 Police, Germany" }).waitFor(patience);
  await his.page.getByRole("link", { name: "Call 112 Ambulance, Germany" }).waitFor();
  await phones.stop();
}, 120_000);
