/** Audio playback. */

/** The callbacks for the end of a playback. */
export interface PlaybackEvents {
  readonly finished: () => void;
  readonly failed: () => void;
}

/** Plays a sound; returns how to stop it, after which nothing is reported. */
export function playSound(sound: Blob, events: PlaybackEvents): () => void {
  const url = URL.createObjectURL(sound);
  const audio = new Audio(url);
  let isOver = false;
  const end = (report?: () => void) => {
    if (isOver) return;
    isOver = true;
    audio.pause();
    URL.revokeObjectURL(url);
    report?.();
  };
  audio.addEventListener("ended", () => end(events.finished));
  audio.addEventListener("error", () => end(events.failed));
  audio.play().catch(() => end(events.failed));
  return () => end();
}
