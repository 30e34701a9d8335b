/** The heart monitor in every engine: a measurement with the camera, and the way back between pages of the app. */
import { beforeAll, expect, test } from "vitest";
import { beatingFingertip } from "../e2e/fingertip.ts";
import { sharedServer, type TestServer } from "../e2e/server.ts";
import { lacks } from "./engine.ts";
import { openPage, preparedPhone } from "./pages.ts";

/** How long a measurement may take. */
const measured = { timeout: 50_000, interval: 250 };

let server: TestServer;

beforeAll(async () => {
  server = await sharedServer();
});

test("a finger with 72 beats a minute is measured, and kept across a reload", async () => {
  const phone = await preparedPhone(server.origin);
  await openPage(phone, "/app");
  await phone.evaluate(beatingFingertip, 72);
  await phone.press("Measure");
  await phone.see("no picture is kept or sent");
  await phone.press("Start measuring");
  if (lacks.drawnCamera) {
    // A picture that stands still has no beats, and none is made up.
    const text = () => phone.evaluate(() => document.body.innerText);
    await expect.poll(text, measured).toContain("No reading - cover the camera");
    expect(await phone.evaluate(() => localStorage.getItem("heartRateReadings"))).toBeNull();
    return;
  }
  const readings = () => phone.evaluate(() => localStorage.getItem("heartRateReadings") ?? "");
  await expect.poll(readings, measured).not.toBe("");
  const [bpm = 0] = [...(await readings()).matchAll(/"bpm":(\d+)/g)].map(([, beats]) =>
    Number(beats),
  );
  expect(Math.abs(bpm - 72)).toBeLessThanOrEqual(3);
  await phone.reload();
  await phone.see("Your readings");
  await phone.see(`${bpm} BPM`);
});

test("Back comes to where a page of the app was left, and a page that is opened begins at its top", async () => {
  const phone = await preparedPhone(server.origin);
  const top = () => phone.evaluate(() => Math.round(scrollY));
  const back = () => phone.evaluate(() => history.back());
  await openPage(phone, "/app");
  await phone.press(/BPM/);
  await phone.see("Security PIN");
  // What rows say comes late, and makes the page no higher.
  await phone.see("Testing instructions");
  await phone.evaluate(() => scrollTo(0, 500));
  await expect.poll(top).toBe(500);
  // A finger would have to scroll to the link first.
  await phone.evaluate(() => document.querySelector<HTMLElement>('a[href="/home"]')?.click());
  await phone.see("Emergency Assistance");
  expect(await top()).toBe(0);
  await back();
  await phone.see("Testing instructions");
  await expect.poll(top).toBe(500);
});
