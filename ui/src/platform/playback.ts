/** Audio playback. */

/** The callbacks for the end of a playback. */
export interface PlaybackEvents {
  readonly finished: () => void;
  readonly failed: () => void;
}

/** A sound that is loaded, for as long as it is played. */
function load(sound: Blob) {
  const url = URL.createObjectURL(sound);
  const audio = new Audio(url);
  audio.preload = "auto";
  const drop = () => {
    audio.pause();
    URL.revokeObjectURL(url);
  };
  return { audio, drop };
}

/**
 * Plays sounds one after the other; the next one is loaded while one plays. Returns how to stop, after which nothing is
 * reported.
 */
export function playSounds(sounds: readonly Blob[], events: PlaybackEvents): () => void {
  let isOver = false;
  let loaded: readonly ReturnType<typeof load>[] = [];
  const end = (report?: () => void) => {
    if (isOver) return;
    isOver = true;
    for (const { drop } of loaded) drop();
    report?.();
  };
  const play = (index: number, ready: ReturnType<typeof load> | undefined) => {
    if (ready === undefined) return end(events.finished);
    const following = sounds[index + 1];
    const next = following && load(following);
    loaded = [ready, ...(next ? [next] : [])];
    ready.audio.addEventListener("ended", () => {
      if (isOver) return;
      ready.drop();
      play(index + 1, next);
    });
    ready.audio.addEventListener("error", () => end(events.failed));
    ready.audio.play().catch(() => end(events.failed));
  };
  const [first] = sounds;
  play(0, first && load(first));
  return () => end();
}
