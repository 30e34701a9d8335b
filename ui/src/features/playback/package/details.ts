/** Tables of what the device still has of an emergency beside its sound. */
import type { EmergencyDetails } from "#store/emergency/emergency-details.ts";
import { csvRow, utc } from "./tables.ts";

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
