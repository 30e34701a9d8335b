/** What is said of the parts of a recording that could not be played or downloaded. */
import { bad, type Message } from "#content/message.ts";

/** "Part 2 of 9" or "Parts 2, 3 and 5 of 9"; takes places that begin with 0, in their order. */
function placesText(places: readonly number[], count: number): string {
  const numbers = places.map((place) => place + 1);
  const [last, others] = [numbers.at(-1), numbers.slice(0, -1)];
  const which = others.length === 0 ? `Part ${last}` : `Parts ${others.join(", ")} and ${last}`;
  return `${which} of ${count}`;
}

/** Some parts were skipped. */
export function playbackIncomplete(places: readonly number[], count: number): Message {
  return bad("Playback Incomplete", `${placesText(places, count)} could not be played`);
}

/** Some parts are not in the file. */
export function downloadIncomplete(places: readonly number[], count: number): Message {
  return bad("Download Incomplete", `${placesText(places, count)} could not be read`);
}
