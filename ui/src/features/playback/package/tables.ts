/** The package's tables, as comma-separated values with a line feed after each row. */

import type { EmergencyDetails } from "#store/emergency/emergency-details.ts";
import type { SealedLink } from "#store/evidence/evidence-chain.ts";

type Value = string | number;

/** A value, in quotes where it needs them (RFC 4180). */
function field(value: Value): string {
  const text = String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A row of a table. */
export const csvRow = (values: readonly Value[]): string => `${values.map(field).join(",")}\n`;

/** A time in UTC, or "?" for what is none. */
export function utc(at: number): string {
  const time = new Date(at);
  return Number.isNaN(time.getTime()) ? "?" : time.toISOString();
}

/** A time in UTC to the second, as the report has it. */
export const utcSeconds = (at: number): string => `${utc(at).slice(0, 19).replace("T", " ")} UTC`;

/** The columns of `links.csv`; `offset` and `length` say where the link's bytes are, of sound in the part's original. */
export const linkColumns = csvRow([
  ...["part", "link", "kind", "offset", "length"],
  ...["wall_time", "wall_ms", "monotonic_ms", "sha256", "chain"],
]);

/** A link's row. The numbers are written as they are hashed. */
export function linkRow(part: number, link: SealedLink, offset: number): string {
  const place = [part, link.seq, link.kind, offset, link.bytes.byteLength];
  return csvRow([...place, utc(link.at), link.at, link.mono, link.sha256, link.chain]);
}

/** The row of a part. */
export interface PartRow {
  /** A part of which nothing is left has no number. */
  readonly number: number | null;
  readonly id: string;
  readonly original: string;
  readonly playable: string;
  readonly startsFrom: string;
  readonly endsWith: string;
  readonly type: string;
  /** How many bytes at the beginning of the original the playable copy may have otherwise. */
  readonly headerBytes: number;
}

/** `parts.csv`. */
export function partsTable(parts: readonly PartRow[]): string {
  const rows = parts.map((part) =>
    csvRow([
      ...[part.number ?? "-", part.id, part.original, part.playable],
      ...[part.startsFrom, part.endsWith, part.type, part.headerBytes],
    ]),
  );
  const columns = [
    ...["part", "id", "original", "playable"],
    ...["starts_from", "ends_with", "type", "header_bytes"],
  ];
  return csvRow(columns) + rows.join("");
}

/** A table of the package. */
interface Table {
  readonly name: string;
  readonly text: string;
}

/** Whether there is anything to put into tables. */
export function hasDetails({ places, messages }: EmergencyDetails): boolean {
  return places.length > 0 || messages.length > 0;
}

/** `places.csv` and `messages.csv`, each where there is something in it. */
export function detailTables({ places, messages, text }: EmergencyDetails): readonly Table[] {
  const placeRows = places.map(({ at, latitude, longitude, accuracy }) =>
    csvRow([utc(at), latitude, longitude, accuracy]),
  );
  const messageRows = messages.map(({ name, phoneNumber, status, hadPlace, told }) => {
    const isTold = told !== "nothing";
    const hasPlace = isTold ? told === "place" : hadPlace;
    return csvRow([
      name,
      phoneNumber,
      isTold ? "confirmed" : status,
      hasPlace ? "yes" : "no",
      text,
    ]);
  });
  const placeColumns = csvRow(["wall_time", "latitude", "longitude", "accuracy_metres"]);
  const messageColumns = csvRow(["name", "number", "status", "with_place", "text"]);
  return [
    { name: "places.csv", rows: placeRows, columns: placeColumns },
    { name: "messages.csv", rows: messageRows, columns: messageColumns },
  ].flatMap(({ name, rows, columns }) =>
    rows.length === 0 ? [] : [{ name, text: columns + rows.join("") }],
  );
}
