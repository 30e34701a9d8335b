/** The emergency on a screen of which a part is broken. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { openPhone, ownPin, startReal, unlock } from "./phone.ts";
import { stage } from "./stage.ts";

const on = stage();
const broken = /This part does not work right now/;

/** Runs in the page: what a part asks of the browser throws. */
const faults = {
  "the location card": () => {
    const { round } = Math;
    Math.round = (value) => {
      const isLocked = document.body.textContent?.includes("EMERGENCY ACTIVE");
      if (value === 12 && !isLocked) throw new Error("A part failed");
      return round(value);
    };
  },
  "the permissions": () => {
    const get = () => {
      throw new Error("A part failed");
    };
    Object.defineProperty(DeviceMotionEvent, "requestPermission", { get });
  },
  "the lock's other ways": () => {
    const get = () => {
      throw new Error("A part failed");
    };
    Object.defineProperty(Navigator.prototype, "share", { get });
  },
  "the lock's troubles": () => {
    const { onLine } = navigator;
    const get = () => {
      if (document.body.textContent?.includes("EMERGENCY ACTIVE")) throw new Error("A part failed");
      return onLine;
    };
    Object.defineProperty(Navigator.prototype, "onLine", { get });
  },
  "what shows nothing": () => {
    const get = () => {
      throw new Error("A part failed");
    };
    Object.defineProperty(Navigator.prototype, "serviceWorker", { get });
  },
};

/** Goes through an emergency to its end. */
async function liveThrough(page: Page): Promise<void> {
  await startReal(page);
  await page.getByText("Recording audio evidence").waitFor();
  await page.getByText("1 contact notified").waitFor();
  for (const number of ["000", "112", "911"]) {
    expect(await page.getByRole("link", { name: `Call ${number}` }).isVisible()).toBe(true);
  }
  await page.getByRole("button", { name: /Send to Ben/ }).click();
  await page.getByText("2 contacts notified").waitFor();
}

test.each(Object.entries(faults))(
  "%s fails alone: the buttons stay, and work",
  async (name, fault) => {
    const { page, context, problems } = await openPhone(on);
    await context.addInitScript(fault);
    await page.goto("/home");
    if (name.startsWith("the lo") && !name.includes("lock")) await page.getByText(broken).waitFor();
    if (name === "the permissions") await page.getByText(broken).waitFor();
    await liveThrough(page);
    if (name.includes("lock")) await page.getByText(broken).first().waitFor();
    await unlock(page, ownPin);
    await page.getByText("Emergency Resolved", { exact: true }).waitFor();
    await context.close();
    expect(problems.length).toBeGreaterThan(0);
    for (const problem of problems) expect(problem).toContain("A part failed");
  },
);
