/** What somebody sees who typed the demo PIN during a real emergency: an ordinary heart monitor. */
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { untilAppKept } from "./app-pages.ts";
import { findingsOn } from "./axe.ts";
import {
  demoPin,
  leaveEnd,
  mirrorOf,
  openPhone,
  ownPin,
  patience,
  savedSettings,
  startReal,
  unlock,
} from "./phone.ts";
import { stage } from "./stage.ts";
import { untilSettled } from "./still.ts";
import { differences, grantWakeLocks, lookAt, unexplained } from "./twins.ts";

const on = stage();

/** A phone of somebody who chose the disguise, on the heart monitor after the lock was opened with this code. */
async function unlockedWith(pin: string) {
  const phone = await openPhone(
    on,
    { ...savedSettings, staysDisguised: true },
    { bypassCSP: true },
  );
  const { page } = phone;
  await page.addInitScript(grantWakeLocks);
  await page.goto("/home");
  await untilAppKept(page);
  await startReal(page);
  await page.getByText("Recording audio evidence").waitFor();
  await unlock(page, pin);
  if (pin === ownPin) await leaveEnd(page);
  else await page.waitForURL((url) => url.pathname === "/app");
  const asked: string[] = [];
  page.on("request", (request) => void asked.push(new URL(request.url()).pathname));
  await page.goto("/app");
  await untilSettled(page);
  return { ...phone, asked };
}

/** Words that an ordinary heart monitor has no use for, and the numbers that it does not offer. */
const telling =
  /emergenc|record|silent|partner|safe|demo|premium|\bmain\b|voice|contact|000|112|911/i;

/** A phone right after the demo PIN. */
async function decoyed() {
  const phone = await openPhone(on, savedSettings, { bypassCSP: true });
  const { page } = phone;
  page.on("dialog", (dialog) => void dialog.accept());
  await page.goto("/home");
  await untilAppKept(page);
  await startReal(page);
  await page.getByText("Recording audio evidence").waitFor();
  await unlock(page, demoPin);
  await page.waitForURL((url) => url.pathname === "/app");
  await page.getByRole("button", { name: /BPM/ }).waitFor();
  return phone;
}

const expectPlain = async (page: Page) => {
  // biome-ignore lint/performance/useDomNodeTextContent: only what is visible counts.
  expect(await page.locator("body").innerText()).not.toMatch(telling);
  expect(await page.title()).toBe("Heart Rate");
};

describe("behind the decoy", () => {
  test("every screen is one of an ordinary heart monitor, and every control works", async () => {
    const { page, close } = await decoyed();
    await expectPlain(page);
    expect(await page.getByRole("link").count()).toBe(0);
    await page.getByRole("button", { name: /BPM/ }).click();
    await page.getByRole("heading", { name: "Security Verification" }).waitFor();
    await expectPlain(page);
    expect(await page.getByRole("link").count()).toBe(0);
    expect(await findingsOn(page)).toEqual([]);
    await page.getByLabel("Security code").fill("0000");
    await page.getByRole("button", { name: "Verify Code" }).click();
    await page.getByText("Incorrect Code", { exact: true }).first().waitFor();
    await expectPlain(page);
    await page.getByLabel("Security code").fill(demoPin);
    await page.getByRole("button", { name: "Verify Code" }).click();
    await page.getByRole("heading", { name: "Options" }).waitFor();
    await expectPlain(page);
    expect(await findingsOn(page)).toEqual([]);
    await page.getByRole("switch", { name: "Show steps" }).click();
    await page.getByRole("button", { name: "Back" }).click();
    await page.getByText("Weekly Activity").waitFor();
    expect(await page.getByText("Step Count Today").count()).toBe(0);
    expect(await mirrorOf(page)).toMatchObject({ isLocked: true, isDecoy: true });
    await close();
  });

  test("the own PIN on the code screen ends the emergency", async () => {
    const { page, close } = await decoyed();
    await page.getByRole("button", { name: /BPM/ }).click();
    await page.getByLabel("Security code").fill(ownPin);
    await page.getByRole("button", { name: "Verify Code" }).click();
    await expect.poll(() => mirrorOf(page), patience).toMatchObject({ isLocked: false });
    await page.getByRole("heading", { name: /^Emergency ended\./ }).waitFor();
    await close();
  });
});

test("after a decoy unlock the heart monitor differs from that after an ordinary one only by what is listed", async () => {
  const ordinary = await unlockedWith(ownPin);
  const card = ordinary.page.getByText("Training session");
  await card.waitFor();
  // The listed difference; all that stands below it moves with it.
  await card.evaluate((words) => {
    let whole = words;
    while (whole.parentElement?.textContent?.includes("Weekly Activity") === false)
      whole = whole.parentElement;
    whole.remove();
  });
  const usual = await lookAt(ordinary.page);
  await ordinary.close();
  const decoy = await unlockedWith(demoPin);
  expect(await decoy.page.getByText("Training session").count()).toBe(0);
  const seen = await lookAt(decoy.page);
  expect(unexplained(await differences(decoy.page, usual, seen), "decoy")).toEqual([]);
  expect(seen.tapMs).toBeLessThan(3 * usual.tapMs + 50);
  const more = decoy.asked.filter((path) => !ordinary.asked.includes(path));
  expect(more, "nothing is asked for that an ordinary unlock does not ask for").toEqual([]);
  await decoy.close();
});
