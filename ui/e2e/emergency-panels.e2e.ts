/** The emergency on a screen with a broken part. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { openPhone, ownPin, startReal, unlock, untilEnded } from "./phone.ts";
import { stage, withoutWorkers } from "./stage.ts";

const on = stage(withoutWorkers);
const broken = /This section isn't working/;

/** Faults: a call to the browser throws, in the page. `seen` is the screen on which the broken part says so. */
const faults = [
  {
    name: "the location card",
    seen: "main",
    fault: () => {
      const { round } = Math;
      Math.round = (value) => {
        const isLocked = document.body.textContent?.includes("EMERGENCY ACTIVE");
        if (value === 12 && !isLocked) throw new Error("A part failed");
        return round(value);
      };
    },
  },
  {
    name: "the permissions",
    seen: "main",
    fault: () => {
      const get = () => {
        throw new Error("A part failed");
      };
      Object.defineProperty(DeviceMotionEvent, "requestPermission", { get });
    },
  },
  {
    name: "the lock's other ways to send",
    seen: "lock",
    fault: () => {
      const get = () => {
        throw new Error("A part failed");
      };
      Object.defineProperty(Navigator.prototype, "share", { get });
    },
  },
  {
    name: "the lock's troubles",
    seen: "lock",
    fault: () => {
      const { onLine } = navigator;
      const get = () => {
        const isLocked = document.body.textContent?.includes("EMERGENCY ACTIVE");
        if (isLocked) throw new Error("A part failed");
        return onLine;
      };
      Object.defineProperty(Navigator.prototype, "onLine", { get });
    },
  },
  {
    name: "what keeps the app offline",
    seen: "nowhere",
    fault: () => {
      const get = () => {
        throw new Error("A part failed");
      };
      Object.defineProperty(Navigator.prototype, "serviceWorker", { get });
    },
  },
] as const;

/** Goes through an emergency to its end. */
async function liveThrough(page: Page): Promise<void> {
  await startReal(page);
  await page.getByText("Recording audio evidence").waitFor();
  await page.getByText("1 message opened", { exact: true }).waitFor();
  for (const number of ["000", "112", "911"]) {
    expect(await page.getByRole("link", { name: `Call ${number}` }).isVisible()).toBe(true);
  }
  await page.getByRole("button", { name: /Send to Ben/ }).click();
  await page.getByText("2 messages opened", { exact: true }).waitFor();
}

const named = faults.map(({ name, ...rest }) => [name, rest] as const);

test.each(named)("when %s fails, the emergency works all the same", async (_, { seen, fault }) => {
  const { page, context, expectProblems } = await openPhone(on);
  await context.addInitScript(fault);
  await page.goto("/home");
  if (seen === "main") await page.getByText(broken).waitFor();
  await liveThrough(page);
  if (seen === "lock") await page.getByText(broken).waitFor();
  await unlock(page, ownPin);
  await untilEnded(page);
  // The main screen, which is back now, may still report its broken part.
  await context.close();
  expectProblems(/A part failed/);
});
