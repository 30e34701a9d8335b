/** What waits to be sent to guardians. Items that were sealed keep their number and bytes, so that sending them again is harmless. */
import * as v from "valibot";
import type { DownItem } from "#seal/items.ts";
import { linkRecord, storedBytes } from "./link-record.ts";

const row = v.object({
  id: v.string(),
  guardian: v.string(),
  item: v.custom<DownItem>((kept) => typeof kept === "object" && kept !== null && "kind" in kept),
  /** Whether the guardian's phone is to be woken. */
  wakes: v.boolean(),
  sealed: v.nullable(v.object({ seq: v.number(), bytes: storedBytes })),
});

/** One item for one guardian. */
export type OutboxRow = v.InferOutput<typeof row>;

/** All rows, in the order in which they are sent. A full disk must not keep an alarm from leaving. */
export const guardianOutbox = linkRecord<readonly OutboxRow[]>(
  "outbox",
  v.array(row),
  [],
  "remember",
);
