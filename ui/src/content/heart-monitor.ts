/** The figures of the disguise (spec sections 2 and 9). */

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
