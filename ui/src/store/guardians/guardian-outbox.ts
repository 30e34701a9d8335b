/** What waits to be sent to guardians. Items that were sealed keep their number and bytes, so that sending them again is harmless. */
import * as v from "valibot";
import type { DownItem } from "#seal/items.ts";
import { listRecord, storedBytes } from "./link-record.ts";

/** An item for a guardian, which was made here. */
export const ofGuardian = {
  guardian: v.string(),
  item: v.custom<DownItem>((kept) => typeof kept === "object" && kept !== null && "kind" in kept),
};

const row = v.object({
  id: v.string(),
  ...ofGuardian,
  /** Whether the guardian's phone is to be woken. */
  wakes: v.boolean(),
  sealed: v.nullable(v.object({ seq: v.number(), bytes: storedBytes })),
  /** How many numbers in a row the server did not take for it. */
  used: v.optional(v.number()),
  /** When the item was made, by both clocks. */
  madeAt: v.optional(v.object({ wall: v.number(), running: v.nullable(v.number()) })),
  /** Since when, and when last, an answer was that the link is not there, in epoch milliseconds. */
  missing: v.optional(v.object({ since: v.number(), at: v.number() })),
});

/** One item for one guardian. */
export type OutboxRow = v.InferOutput<typeof row>;

/** All rows, in the order in which they are sent. A full disk must not keep an alarm from leaving. */
export const guardianOutbox = listRecord<OutboxRow>("outbox", row, "remember");
