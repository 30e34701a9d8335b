/** The emergency button before hydration: its question opens without the app, and a yes is kept for it. */

import { geolocationLimits } from "#content/limits.ts";
import { type RealEmergencyStep, realEmergencyAttribute } from "#content/real-emergency.ts";
import { wallTime } from "#platform/clock.ts";
import { readText, removeText, writeText } from "#platform/storage/storage.ts";

const KEY = "startedAt";

/** How long a yes outlives a reload or a kill, in milliseconds: what is opened the next day starts nothing. */
const freshMs = 600_000;

/** What the document says of itself before the app does. */
const marks = () => document.documentElement.dataset;
/** The window's storage has room of its own where that of all windows is full. */
const keptText = () => readText(KEY) ?? readText(KEY, "session");

/** Notes a yes, and marks in the document whether storage has it. */
function noteEarlyStart(): void {
  const now = `${wallTime()}`;
  marks()["starting"] = `${writeText(KEY, now) || writeText(KEY, now, "session")}`;
}

/**
 * Whether the person said yes, in this document or before a reload or a kill, and the app does not know it yet. Where another tab has
 * taken it, it is taken. A clock that was set meanwhile, either way, loses none that is near it.
 */
export function isStartDue(): boolean {
  const kept = keptText();
  const { starting } = marks();
  if (kept === null) return starting === "false";
  return starting !== undefined || Math.abs(wallTime() - Number(kept)) < freshMs;
}

/** Forgets it: the emergency that it asked for has begun, perhaps by another trigger in another tab. */
export function forgetEarlyStart(): void {
  delete marks()["starting"];
  removeText(KEY);
  removeText(KEY, "session");
}

/** Returns whether a yes is due, once. */
export function takeEarlyStart(): boolean {
  const isDue = isStartDue();
  forgetEarlyStart();
  return isDue;
}

/** Hands the buttons over to the app, which is there. */
export function giveUpEarlyTaps(): void {
  marks()["taken"] = "";
}

const ignored = () => undefined;

/**
 * Wakes the positioning hardware before the app is loaded. The browser keeps what it finds for the app's own request
 * (`maximumAge`).
 */
function wakePosition(): void {
  try {
    navigator.geolocation.getCurrentPosition(ignored, ignored, {
      enableHighAccuracy: geolocationLimits.isHighAccuracy,
      timeout: geolocationLimits.timeoutMs,
    });
  } catch {
    // The app says why there is no position.
  }
}

/** What a tap consists of; a key sends a click alone. */
const taps = "pointerdown,touchstart,pointerup,touchend,mousedown,mouseup,click".split(",");

/**
 * Handles the buttons of the question until the app does; `onYes` is called after a yes. Nothing of a tap reaches React, which
 * would hydrate the whole page within the event, and the question would open after that.
 */
export function takeEarlyTaps(onYes: () => void): void {
  const handle = (event: Event) => {
    const button = (event.target as Element).closest(`[${realEmergencyAttribute}]`);
    if (button === null || "taken" in marks()) return;
    const step = button.getAttribute(realEmergencyAttribute) as RealEmergencyStep;
    event.stopPropagation();
    // The first touch asks for the position, and so does a click without one.
    if (step !== "no" && "pointerdown,click".includes(event.type)) wakePosition();
    if (event.type !== "click") return;
    const dialog = button.parentElement?.querySelector("dialog") ?? button.closest("dialog");
    if (step === "ask") return dialog?.showModal();
    dialog?.close();
    if (step === "no") return;
    noteEarlyStart();
    onYes();
  };
  for (const type of taps) addEventListener(type, handle, true);
}
