/** The numbers of sound that leaves the phone while it is recorded. Durations are milliseconds unless a name says otherwise. */

import { soundKeptDays, soundUndeletableMs } from "#wire/kept.ts";

export const soundLimits = {
  /** How many links of a part, of a second each, one piece of sound has. */
  pieceLinks: 4,
  /** The most that the links of a piece last from the first link's end to the last one's. */
  pieceSpanMs: 4_500,
  /** The most sound that a piece holds: the server takes 512 KiB with everything around it. */
  pieceBytes: 480 * 1024,
  /** How many links the hashes of one piece are of. */
  hashesLinks: 120,
  /** When more pieces than these wait, their hashes go first. */
  waitingPieces: 2,
  /** How often the phone looks whether there is more to send. */
  lookEveryMs: 1_000,
  /** How long a request with a piece may take on a slow line, and any other one. */
  pieceMs: 30_000,
  patienceMs: 10_000,
  /** How long sound waits for one item that goes to a guardian first. */
  itemsFirstMs: 10_000,
  /** How many pieces a guardian's page fetches before it looks for newer ones. */
  fetchedAtOnce: 8,
  /** When a piece that could not be fetched is asked for again. */
  fetchAgainMs: 10_000,
  /** How often a guardian's page says up to when it has everything. */
  heldEveryMs: 20_000,
  /** How far back the newest sound is looked for a place to begin, in seconds, and how much is handed to the player ahead. */
  newestSeconds: 20,
  aheadSeconds: 60,
  /** How long a copy stays on the server, in days, and how long nobody can delete it. */
  keptDays: soundKeptDays,
  /** How long the copies last that a recovery phrase numbers together, in days. */
  periodDays: 10,
  undeletableMs: soundUndeletableMs,
} as const;
