/** The emergency button before hydration: its question opens without the app, and a yes is kept for it. */
import { type RealEmergencyStep, realEmergencyAttribute } from "#content/real-emergency.ts";
import { wallTime } from "#platform/clock.ts";
import { wakePosition } from "#platform/early-position.ts";
import { readText, removeText, writeText } from "#platform/storage.ts";

const KEY = "startedAt";

/** How long a yes outlives a reload or a kill, in milliseconds: what is opened the next day starts nothing. */
const freshMs = 600_000;

/** How a yes of this document is marked: whether storage has it too. */
const [KEPT, UNKEPT] = ["kept", ""];

const marks = () => document.documentElement.dataset;

/**
 * Whether the person said yes, in this document or before a reload or a kill, and the app does not know it yet. Where another tab has
 * taken it, it is taken.
 */
export function isStartDue(): boolean {
  const kept = readText(KEY);
  const age = wallTime() - Number(kept ?? Number.NaN);
  const { starting } = marks();
  return starting === UNKEPT || (starting === KEPT && kept !== null) || (0 <= age && age < freshMs);
}

/** Hands the buttons over to the app. Returns whether a yes is due, once. */
export function takeEarlyStart(): boolean {
  const isDue = isStartDue();
  marks()["taken"] = "";
  delete marks()["starting"];
  removeText(KEY);
  return isDue;
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
    marks()["starting"] = writeText(KEY, String(wallTime())) ? KEPT : UNKEPT;
    onYes();
  };
  for (const type of taps) addEventListener(type, handle, true);
}
