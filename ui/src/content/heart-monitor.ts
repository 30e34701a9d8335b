/** The demo figures of the heart monitor. */

/** Heart rate and steps. Nothing is measured. */
export const heartMonitor = { bpm: 0, steps: 1_024 } as const;

/** The steps with a thousands separator, in every locale the same. */
export function stepsText(): string {
  return heartMonitor.steps.toLocaleString("en-US");
}

/** The steps of the weekly chart. */
export const weeklySteps = [
  { day: "M", steps: 120 },
  { day: "T", steps: 89 },
  { day: "W", steps: 156 },
  { day: "T", steps: 234 },
  { day: "F", steps: 278 },
  { day: "S", steps: 312 },
  { day: "S", steps: 289 },
  { day: "S", steps: 245 },
] as const;
