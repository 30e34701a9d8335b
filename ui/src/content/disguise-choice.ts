/** The words of the choice to stay disguised, wherever it is offered. */
import { disguiseLimits } from "./heart-monitor-limits.ts";

/** The switch, and what it means. */
export const disguiseChoice = {
  label: "Stay disguised when started by voice or shake",
  short: "The heart monitor stays on the screen. It shows no lock and makes no sound.",
  /** Without an own PIN the public code opens the settings, but not while an emergency is hidden. */
  needsPin: (demoPin: string): string =>
    `You need your own PIN for this. Without one, who types ${demoPin} can tell if an emergency is on.`,
  hint:
    "The heart monitor stays on the screen, without a sound, and asks the browser to keep the screen on. If the browser no " +
    "longer asks, location and recording start unseen. No message is sent by itself: open the lock and tap each one. To " +
    "open the lock, hold the heart, or Enter on " +
    `it, for ${disguiseLimits.holdMs / 1000} seconds. With a screen reader, open the heart and press Back. Do ` +
    `that ${disguiseLimits.visits} times within ${disguiseLimits.visitsWithinMs / 1000} seconds. A tap on the heart asks for your PIN. ` +
    "The emergency buttons always show the lock.",
} as const;
