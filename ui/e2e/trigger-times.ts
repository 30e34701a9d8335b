/** How long the parts of a trigger take in the browser. */
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { messagesOf, openMainScreen, patience } from "./phone.ts";

/** Begins to note when things happen, from the next click on. */
export async function noteTimes(page: Page): Promise<void> {
  await page.evaluate(() => {
    const times: Record<string, number> = {};
    Object.assign(window, { times });
    const { mediaDevices } = navigator;
    const open = mediaDevices.getUserMedia.bind(mediaDevices);
    mediaDevices.getUserMedia = (constraints) => {
      times["microphone"] ??= performance.now();
      return open(constraints);
    };
    const { start } = MediaRecorder.prototype;
    MediaRecorder.prototype.start = function (this: MediaRecorder, timeslice) {
      const begun = () => {
        times["recording"] ??= performance.now();
      };
      this.addEventListener("start", begun);
      start.call(this, timeslice);
    };
    const see = () => {
      const text = document.body.textContent ?? "";
      const now = performance.now();
      if (text.includes("EMERGENCY ACTIVE")) times["lock"] ??= now;
      requestAnimationFrame(see);
    };
    window.addEventListener(
      "click",
      () => {
        times["confirmed"] ??= performance.now();
        requestAnimationFrame(see);
      },
      { capture: true, once: true },
    );
  });
}

/** Milliseconds since the click; `since` is for other times of the page. NaN for what has not happened. */
export async function tookOf(page: Page) {
  const times = await page.evaluate(() => (window as never)["times"] as Record<string, number>);
  const since = (at: number | undefined) => (at ?? Number.NaN) - (times["confirmed"] ?? 0);
  return {
    since,
    lock: since(times["lock"]),
    microphone: since(times["microphone"]),
    recording: since(times["recording"]),
  };
}

/** Opens the main screen of a phone up to the question before a real emergency. Returns its answer. */
export async function askedOn(page: Page) {
  await openMainScreen(page);
  await page.getByRole("button", { name: "REAL EMERGENCY" }).click();
  const yes = page.getByRole("button", { name: "Yes, start now" });
  await yes.waitFor();
  await noteTimes(page);
  return yes;
}

/** Starts the emergency that is asked about; resolves to the milliseconds until it locks, records and opens its first message. */
export async function timedStart(page: Page) {
  await page.getByRole("button", { name: "Yes, start now" }).click();
  await expect.poll(() => messagesOf(page).then((all) => all.length), patience).toBe(1);
  await page.getByText("1 message opened", { exact: true }).waitFor();
  const [message] = await messagesOf(page);
  const { since, ...took } = await tookOf(page);
  return { ...took, message: since(message?.at) };
}

/** Runs in the page before its scripts: notes how long the question takes from each tap on REAL EMERGENCY to its frame. */
export function noteQuestions() {
  const questions: number[] = [];
  Object.assign(window, { questions });
  const isOpen = () => document.querySelector("[role='alertdialog']")?.checkVisibility() === true;
  window.addEventListener(
    "click",
    (event) => {
      if ((event.target as Element).closest("button")?.textContent !== "REAL EMERGENCY") return;
      // When the finger left the glass, however long the page was busy after that.
      const tapped = event.timeStamp;
      const look = () => {
        if (isOpen()) questions.push(performance.now() - tapped);
        else requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    },
    true,
  );
}

/** Taps REAL EMERGENCY; resolves to the milliseconds until its question was there. */
export async function questionAfterTap(page: Page): Promise<number> {
  const noted = () => page.evaluate(() => (window as never)["questions"] as number[]);
  const before = (await noted()).length;
  await page.getByRole("button", { name: "REAL EMERGENCY" }).click();
  await expect.poll(async () => (await noted()).length, patience).toBe(before + 1);
  return (await noted()).at(-1) ?? Number.NaN;
}
