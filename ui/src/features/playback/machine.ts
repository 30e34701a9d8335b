/** One recording plays at a time (spec section 4, "Playback"). */

/** The id of the recording that plays, or null. */
export type Playing = string | null;

export type PlaybackEvent =
  | { readonly type: "pressed"; readonly id: string }
  | { readonly type: "finished"; readonly id: string }
  | { readonly type: "failed"; readonly id: string }
  | { readonly type: "removed"; readonly id: string };

/** Pressing the active recording stops it; pressing another plays that one instead. */
export function nextPlaying(playing: Playing, event: PlaybackEvent): Playing {
  if (event.type === "pressed") return playing === event.id ? null : event.id;
  // A late ending of the recording before must not stop the one that plays now.
  return playing === event.id ? null : playing;
}
