/** The machine for playback: one recording plays at a time. */

/** The id of the playing recording, or null. */
export type Playing = string | null;

/** What can happen to a recording in the list. */
export type PlaybackEvent =
  | { readonly type: "pressed"; readonly id: string }
  | { readonly type: "finished"; readonly id: string }
  | { readonly type: "removed"; readonly id: string };

/** The playing recording after `event`: pressing it again stops it, pressing another plays that one. */
export function nextPlaying(playing: Playing, event: PlaybackEvent): Playing {
  switch (event.type) {
    case "pressed":
      return playing === event.id ? null : event.id;
    case "finished":
    case "removed":
      // A late end of the previous recording must not stop the current one.
      return playing === event.id ? null : playing;
  }
}
