/** How long the parts of a trigger take in the browser. */
import type { Page } from "playwright-core";

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
