/** The numbers of the heart monitor. Durations are milliseconds. */

/** How the lock behind the disguise is opened: by holding the heart, or by opening and leaving it several times. */
export const disguiseLimits = {
  /** Longer than the 500 ms of a phone's own long press, which somebody may try on anything. */
  holdMs: 2_000,
  visits: 4,
  visitsWithinMs: 30_000,
} as const;

/** When what the camera sees is a pulse. Times are milliseconds, rates beats a minute, strengths levels of 255. */
export const pulseLimits = {
  lowest: 40,
  highest: 200,
  /** What is looked at for a pulse. */
  windowMs: 10_000,
  /** A longer pause between two frames hides a beat. */
  gapMs: 800,
  /** Fewer frames a second do not show the form of a beat. */
  slowestFrames: 12,
  /** A weaker wave is the noise of the camera. */
  faintest: 0.02,
  /** A wave that is more than this part of the mean is a finger that moves. */
  strongest: 0.1,
  /** How alike the falls of two beats must be, 0 to 1. */
  gate: 0.5,
  /** By what part a beat may be longer or shorter than most are, and what part of the time must be such beats. */
  unevenness: 0.25,
  counted: 0.7,
  /** How far the rate of the beats that were counted may be from that at which the wave repeats. */
  difference: 5,
  /** How often is looked, and how many looks in a row must agree, within so many beats a minute. */
  lookMs: 250,
  looks: 12,
  agreement: 5,
  /** How long is tried. */
  patienceMs: 30_000,
  traceMs: 4_000,
} as const;

/** How many readings of the heart monitor are kept; of more, the oldest go. */
export const readingsKept = 200;
