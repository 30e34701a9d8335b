/** What reads the sound of one file format, piece by piece. */

/** What an encoder says lasts longer than this (milliseconds) is no sound but a pause: a device that sleeps stops it. */
export const LONGEST_SOUND_MS = 1_000;

/** Reads a file. */
export interface SoundFormat {
  /**
   * Reads the beginning of what has come; gives how many bytes are done with, perhaps more than have come, 0 when it needs
   * more of them, or null when they make no sense.
   */
  readonly read: (view: DataView) => number | null;
  /** All bytes that are done with have come; gives the milliseconds of sound so far. */
  readonly arrived: () => number;
}
