/** The package's texts: the log of a recording, from its first sound to its export, and the list of fingerprints. */
import { eventText } from "./package-words.ts";
import type { PartEvent } from "./read-part.ts";
import { utc } from "./tables.ts";

/** What the log is made of. */
interface LogFacts {
  readonly events: readonly PartEvent[];
  readonly finding: string;
  readonly made: Date;
  readonly browser: string;
}

/** On one line, so that nobody can write a line of their own. */
const line = (at: number, text: string) => `${utc(at)}  ${text.replace(/\s+/g, " ")}\n`;

/** `log.txt`. */
export function logText({ events, finding, made, browser }: LogFacts): string {
  const at = made.getTime();
  return [
    "Times are in UTC, by the clock of the device. Between these lines the app stored one piece of sound after another (links.csv).\n",
    ...events.map((event) => line(event.at, eventText(event))),
    line(at, finding),
    line(at, `This package was made on the device, in this browser: ${browser}`),
  ].join("");
}

/** A file of the package with its SHA-256. */
export interface Fingerprint {
  readonly name: string;
  readonly sha256: string;
}

/** `manifest.sha256`, in the format that `sha256sum -c` reads. */
export function manifestText(files: readonly Fingerprint[]): string {
  return files.map(({ name, sha256 }) => `${sha256}  ${name}\n`).join("");
}
