/** The figures of the disguise. */

/** What the heart monitor shows before anything is measured. */
export const heartMonitor = { bpm: 0, steps: 1_024 } as const;

/** The steps as they are written, with a comma between thousands wherever the person lives. */
export function stepsText(): string {
  return heartMonitor.steps.toLocaleString("en-US");
}

/** The week of the chart. */
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
