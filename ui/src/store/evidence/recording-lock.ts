/** The lock of a part that is being recorded. */

/** The lock that a tab holds while it records a part. */
export const recordingLock = (id: string) => `recording:${id}`;
