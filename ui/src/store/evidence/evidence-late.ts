/**
 * What evidence needs beside its first homes. Pages load it after their start and the service worker keeps it: no recording
 * waits for it, and no trigger has to ask for it.
 */

/** Loads what makes readers of how much sound a file holds. */
export const loadSoundLength = () =>
  import("./media-length.ts").then(({ soundLength }) => soundLength);

const mirroring = () => import("./evidence-mirror.ts");

/** Copies a part into the list of local storage, as far as there is room. */
export const mirrorSound = (id: string): Promise<boolean> =>
  mirroring().then(({ mirror }) => mirror(id));

/** Closes every part that a killed browser left open. */
export const recoverInterrupted = () => mirroring().then((late) => late.recoverInterrupted());

/** The sound of a part as it was recorded; null when there is none. */
export const originalSound = (id: string): Promise<Blob | null> =>
  import("./evidence.ts").then((evidence) => evidence.originalSound(id));
