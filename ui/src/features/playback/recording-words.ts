/** Sizes, times and missing parts of recordings in words. */
import { dayText } from "#content/local-dates.ts";
import { bad, type Message } from "#content/messages.ts";

/** The estimated bytes of a base64 text: three quarters of its length. */
export function bytesOfBase64(text: string): number {
  const comma = text.indexOf(",");
  return Math.round((text.length - comma - 1) * 0.75);
}

/** A size in B, KB or MB. */
export function sizeText(bytes: number): string {
  if (bytes < 1024) {
    return `${Math.round(bytes)} B`;
  }
  return bytes < 1024 * 1024
    ? `${(bytes / 1024).toFixed(1)} KB`
    : `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}

const DAY_MS = 86_400_000;

const midnight = (time: Date) => new Date(time).setHours(0, 0, 0, 0);

/** "Today, 21:04", "Yesterday, 21:04" or the date with the time, as this device writes them. */
export function whenText(time: Date, now: Date): string {
  const clock = time.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
  // Rounded, because a day on which clocks change has an hour more or less.
  const days = Math.round((midnight(now) - midnight(time)) / DAY_MS);
  if (days === 0) return `Today, ${clock}`;
  if (days === 1) return `Yesterday, ${clock}`;
  return `${dayText(+time, +now, { day: "numeric", month: "long" })}, ${clock}`;
}

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

/** The share sheet did not open, because reading the sound took too long after the tap. */
export const downloadWaits = bad("Not Saved Yet", "It is ready now: please tap Download again");

/** Of a list that may lack recordings. */
export const notRead =
  "The storage of this phone can't be read now: it may be full. There may be more recordings than are listed here. Free some space, then open the app again.";
