/** The words of the choice to stay disguised, wherever it is offered. */
import { disguiseLimits } from "./heart-monitor-limits.ts";

/** The switch, and what it means. */
export const disguiseChoice = {
  label: "Stay disguised when started by voice or shake",
  hint:
    "The heart monitor stays on the screen, without a sound. Location and recording begin unseen, if you allowed both " +
    "before. No message is sent by itself: each needs your tap on the lock. To open the lock, hold the heart for " +
    `${disguiseLimits.holdMs / 1000} seconds, or hold Enter on it. With a screen reader, open the heart and go back, ` +
    `${disguiseLimits.visits} times in a row. A tap on the heart asks for your PIN, or for the demo PIN until you choose ` +
    `one. The emergency buttons always show the lock.`,
} as const;
