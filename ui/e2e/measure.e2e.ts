/** The heart monitor measures a fingertip before the camera. */
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { withSettings } from "./fakes.ts";
import { beatingFingertip, stillFingertip } from "./fingertip.ts";
import { stage } from "./stage.ts";

/** A measurement takes up to half a minute, and the busy machine longer to begin it. */
const patience = { timeout: 120_000 };

/** Opens the heart monitor and begins to measure. */
async function measureOn(page: Page): Promise<void> {
  await withSettings(page);
  await page.goto("/app", { waitUntil: "networkidle" });
  await page.getByRole("button", { name: "Measure" }).click();
  await page.getByText("no picture is kept or sent").waitFor();
  await page.getByRole("button", { name: "Start measuring" }).click();
}

const heart = (page: Page) => page.getByRole("button", { name: /BPM/ });

describe("a finger with 72 beats a minute", () => {
  const on = stage();

  test("is measured, kept on the device, and never shown as the heart's own number", {
    timeout: 180_000,
  }, async () => {
    const { page, close } = await on.visit();
    await page.addInitScript(beatingFingertip, 72);
    const sent: string[] = [];
    page.on("request", (request) => {
      if (request.method() !== "GET") sent.push(request.url());
    });
    await measureOn(page);
    const shown = page.getByRole("status").filter({ hasText: /^\d+ BPM$/ });
    await shown.waitFor(patience);
    const bpm = Number.parseInt((await shown.textContent()) ?? "", 10);
    expect(Math.abs(bpm - 72)).toBeLessThanOrEqual(3);
    expect(await heart(page).textContent()).toBe("0BPM");
    await page.reload();
    await page.getByRole("heading", { name: "Your readings" }).waitFor();
    await page
      .getByRole("listitem")
      .filter({ hasText: `${bpm} BPM` })
      .waitFor();
    expect(await heart(page).textContent()).toBe("0BPM");
    await page.getByRole("button", { name: "Delete readings" }).click();
    await page.reload();
    await heart(page).waitFor();
    expect(await page.getByRole("heading", { name: "Your readings" }).count()).toBe(0);
    expect(sent).toEqual([]);
    await close();
  });
});

describe("a still picture of a finger", () => {
  const on = stage({ flags: stillFingertip });

  test("gives no reading, and nothing is kept", { timeout: 180_000 }, async () => {
    const { page, close } = await on.visit();
    await measureOn(page);
    await page.getByText("Measuring. Hold still.").waitFor();
    await page.getByText("No reading - cover the camera with your fingertip").waitFor(patience);
    expect(await page.evaluate(() => localStorage.getItem("heartRateReadings"))).toBeNull();
    await close();
  });
});

describe("the camera", () => {
  const on = stage();

  test("may be asked for by pages of the app alone", async () => {
    const { page, close, allowProblems } = await on.visit();
    const isAllowed = () =>
      page.evaluate(async () => {
        try {
          const stream = await navigator.mediaDevices.getUserMedia({ video: true });
          for (const track of stream.getTracks()) track.stop();
          return true;
        } catch {
          return false;
        }
      });
    await page.goto("/verify");
    expect(await isAllowed()).toBe(false);
    allowProblems(/camera is not allowed/);
    await page.goto("/app");
    expect(await isAllowed()).toBe(true);
    await close();
  });
});
