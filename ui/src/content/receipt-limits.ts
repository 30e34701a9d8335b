/** The numbers of having the time of recordings confirmed, all of it after what is urgent. Durations are milliseconds. */

export const receiptLimits = {
  /** How often it is looked whether a recording has grown. */
  lookEveryMs: 10_000,
  /** A recording that has not grown for so long is over, or was interrupted. */
  settledMs: 10_000,
  /** How long a recording must have been growing before its first receipt. */
  firstMs: 10_000,
  everyMs: 60_000,
  /** The pauses after failures; the last one is repeated. */
  pausesMs: [5_000, 15_000, 60_000, 300_000],
  /** How long the server's answer is waited for. */
  patienceMs: 15_000,
  /** How long a number for a recording's beginning is waited for, beside the recording. */
  numberPatienceMs: 1_000,
  /** How far a receipt may be from this phone's clock to say until when it confirms. */
  closeMs: 120_000,
} as const;
