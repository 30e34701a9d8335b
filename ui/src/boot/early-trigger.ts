/** The emergency button before hydration: its question opens without the app, and a yes is kept for it. */
import { type RealEmergencyStep, realEmergencyAttribute } from "#content/real-emergency.ts";
import { wakePosition } from "#platform/sensors/early-position.ts";
import { marks, noteEarlyStart } from "./early-start.ts";

/** Hands the buttons over to the app, which is there. */
export function giveUpEarlyTaps(): void {
  marks()["taken"] = "";
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
