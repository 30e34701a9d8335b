/** What the package has of times that the server confirmed. */
import * as paths from "#content/paths.ts";
import { numberOf } from "#content/time-receipt.ts";
import type { ConfirmedTime } from "#store/evidence/receipt-check.ts";
import type { KeptReceipts } from "#store/evidence/receipts.ts";
import { escaped } from "./fill.ts";
import type { PartEvent } from "./read-part.ts";
import { csvRow, utc, utcSeconds } from "./tables.ts";

/** `receipts.csv` and `receipt-keys.csv`, where there is anything in them. */
export function timeTables(
  { receipts, keys }: Pick<KeptReceipts, "receipts" | "keys">,
  origin: string,
): readonly { readonly name: string; readonly text: string }[] {
  const receiptRows = receipts.map(({ head, time, key, signature }) =>
    csvRow([utc(time * 1_000), time, head, key, signature]),
  );
  const keyRows = keys.map(({ id, publicKey, validFrom, validUntil }) =>
    csvRow([id, publicKey, validFrom, validUntil ?? "", `${origin}${paths.receiptKeys}`]),
  );
  const receiptColumns = csvRow(["time", "unix_time", "head", "key", "signature"]);
  const keyColumns = csvRow(["key", "public_key", "valid_from", "valid_until", "published_at"]);
  return [
    { name: "receipts.csv", rows: receiptRows, columns: receiptColumns },
    { name: "receipt-keys.csv", rows: keyRows, columns: keyColumns },
  ].flatMap(({ name, rows, columns }) =>
    rows.length === 0 ? [] : [{ name, text: columns + rows.join("") }],
  );
}

/** What the report is told of the times. */
export interface TimeFacts {
  /** What the device found; null where it found none that it could check. */
  readonly confirmed: ConfirmedTime | null;
  readonly events: readonly PartEvent[];
  /** Where the server is. */
  readonly origin: string;
}

const paragraph = (text: string) => `<p>${escaped(text)}</p>`;

/** What the report says where no server signed a time. */
export const NO_TIMES = paragraph("Only the clock of the device says so.");

/** The paragraphs of the report about when it was recorded. */
export function timesHtml({ confirmed, events, origin }: TimeFacts): string {
  const [number] = events.flatMap(({ sentence, number: part }) => {
    const found = numberOf(sentence);
    return found === null ? [] : [{ part, time: found.time * 1_000 }];
  });
  const before =
    number === undefined
      ? []
      : [
          `Not earlier: part ${number.part} holds a number that the server ${origin} made on ${utcSeconds(number.time)}, and that ` +
            "nobody knew before. The device stored what follows it after that time.",
        ];
  const after =
    confirmed?.isChecked === true
      ? [
          `Not later: the server ${origin} was shown the fingerprint of this sound on ${utcSeconds(confirmed.time)}, and signed it. ` +
            `The sound up to ${utcSeconds(confirmed.linkedAt)}, by the device's clock, was there by then.`,
        ]
      : [];
  const found = [...before, ...after];
  if (found.length === 0) return NO_TIMES;
  const trust =
    "The signatures are those of that server. They show the time as far as you trust whoever runs it. Compare the key in " +
    `receipt-keys.csv with the one at ${origin}${paths.receiptKeys}.`;
  return [...found, trust].map(paragraph).join("\n    ");
}
