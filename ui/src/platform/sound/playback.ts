/** Audio playback. */

/** How often a player is looked at, and how long one may stand still, in milliseconds. */
const LOOK_MS = 1_000;
const PATIENCE_MS = 10_000;

/** A sound, and what is to be done when it is needed no more. */
export interface LoadedSound {
  readonly sound: Blob;
  readonly forget: () => void;
}

/** What is told of a playback; each sound by its place in the list. */
export interface PlaybackEvents {
  /** A sound is heard. */
  readonly began: (index: number) => void;
  /** A sound could not be loaded or played, or its player stood still for too long; the next one follows. */
  readonly skipped: (index: number) => void;
  /** The last one is over. */
  readonly finished: () => void;
}

/**
 * A player without a sound. Safari lets a page play only what was loaded at a tap, and forgets the tap while a database is
 * read: it is made and loaded before anything is waited for.
 */
function emptyPlayer(): HTMLAudioElement {
  const audio = new Audio();
  audio.preload = "auto";
  audio.load();
  return audio;
}

/** A player that only pauses stays in the system's media controls, where anybody can play it on, on a locked phone too. */
function empty(audio: HTMLAudioElement): void {
  audio.removeAttribute("src");
  audio.load();
}

/** A sound in a player, until it is dropped. */
function playerOf(audio: HTMLAudioElement, { sound, forget }: LoadedSound) {
  const url = URL.createObjectURL(sound);
  audio.src = url;
  const drop = () => {
    audio.pause();
    URL.revokeObjectURL(url);
    forget();
  };
  return { audio, drop };
}

type Player = ReturnType<typeof playerOf>;

/** Plays one sound; `ended` tells whether it came to its end, and `leave` ends it before. */
function playOne({ audio }: Player, began: () => void) {
  const listening = new AbortController();
  const { signal } = listening;
  let [at, waitedMs, hasBegun] = [audio.currentTime, 0, false];
  let over: (wasPlayed: boolean) => void = () => undefined;
  const ended = new Promise<boolean>((resolve) => {
    over = resolve;
  });
  const timer = setInterval(() => {
    // A call pauses a player that had begun.
    const goesOn = audio.currentTime !== at || (hasBegun && audio.paused);
    waitedMs = goesOn ? 0 : waitedMs + LOOK_MS;
    at = audio.currentTime;
    if (waitedMs >= PATIENCE_MS) over(false);
  }, LOOK_MS);
  const begin = () => {
    if (!hasBegun) began();
    hasBegun = true;
  };
  audio.addEventListener("playing", begin, { signal });
  audio.addEventListener("ended", () => over(true), { signal });
  audio.addEventListener("error", () => over(false), { signal });
  audio.play().catch(() => over(false));
  const stopLooking = () => {
    clearInterval(timer);
    listening.abort();
  };
  return { ended: ended.finally(stopLooking), leave: () => over(false) };
}

/**
 * Must be called at the tap, before anything is waited for. Plays `count` sounds one after the other. Each is loaded while the one before it plays, so that no more than two are there
 * at once; what cannot be loaded or played is skipped. Returns how to stop, after which nothing is reported, and the signal
 * ends what still loads.
 */
export function playSounds(
  count: number,
  load: (index: number, signal: AbortSignal) => Promise<LoadedSound>,
  { began, skipped, finished }: PlaybackEvents,
): () => void {
  const ending = new AbortController();
  const { signal } = ending;
  let leave: () => void = () => undefined;
  const players = new Set<Player>();
  /** While one plays, the other loads what follows. */
  const pair = [emptyPlayer(), emptyPlayer()] as const;
  const drop = (player: Player) => {
    if (players.delete(player)) player.drop();
  };
  const prepare = async (index: number): Promise<Player | null> => {
    const loaded = index < count ? await load(index, signal).catch(() => null) : null;
    if (loaded === null) return null;
    if (signal.aborted) {
      loaded.forget();
      return null;
    }
    const player = playerOf(index % 2 === 0 ? pair[0] : pair[1], loaded);
    players.add(player);
    return player;
  };
  const playAll = async () => {
    let coming = prepare(0);
    for (let index = 0; index < count; index += 1) {
      const player = await coming;
      if (signal.aborted) return;
      const playing = player && playOne(player, () => signal.aborted || began(index));
      leave = () => playing?.leave();
      coming = prepare(index + 1);
      const wasPlayed = (await playing?.ended) ?? false;
      if (signal.aborted) return;
      if (player !== null) drop(player);
      if (!wasPlayed) skipped(index);
    }
    pair.forEach(empty);
    finished();
  };
  void playAll();
  return () => {
    ending.abort();
    leave();
    for (const player of players) drop(player);
    pair.forEach(empty);
  };
}
