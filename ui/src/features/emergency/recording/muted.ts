/** What a recording does with a microphone that the device has muted, as during a call. */
import type { Devices } from "../devices/devices.ts";
import type { RetryWait } from "./waits.ts";

/** Whose microphone it is. */
export interface Muted {
  readonly devices: Pick<Devices, "closeStream" | "isMuted" | "onUnmuted">;
  /** Whether opening the microphone makes the browser ask nothing, or where the person sees the lock. */
  readonly mayOpen: () => Promise<boolean>;
  readonly wait: RetryWait;
  readonly isOver: () => boolean;
}

/**
 * Waits until the device gives the sound of `stream` again, and returns it; it needs no permission, which some phones forget within a
 * minute without sound. Where it takes longer than `pause`, the stream is closed, and null says that the microphone is to be
 * opened anew, as soon as that may be.
 */
export async function soundAgain(
  stream: MediaStream,
  pause: number,
  { devices, mayOpen, wait, isOver }: Muted,
): Promise<MediaStream | null> {
  const leave = devices.onUnmuted(stream, wait.wake);
  let isSounding = false;
  for (let waits = 0; ; waits += 1) {
    await wait.until(pause + waits);
    if (isOver() || !stream.active) break;
    isSounding = !devices.isMuted(stream);
    if (isSounding || (await mayOpen())) break;
  }
  leave();
  if (!isSounding) devices.closeStream(stream);
  return isSounding ? stream : null;
}
