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
  /** How far apart the time-stamp tokens of a recording that grows are. */
  tokenEveryMs: 1_800_000,
  /** A token is asked for again after half of the time that it has been waited for, but neither sooner nor later than this. */
  tokenSoonestMs: 30_000,
  tokenLatestMs: 3_600_000,
  /** How long the server keeps what it was asked for. */
  tokenKeptMs: 604_800_000,
  /** The longest token, in base64. */
  tokenCharacters: 90_000,
} as const;
