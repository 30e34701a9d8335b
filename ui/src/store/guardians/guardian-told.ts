/** What guardians were sent and the server has, as far as it says what their pages show. */
import * as v from "valibot";
import type { DownItem } from "#seal/items.ts";
import { ofGuardian } from "./guardian-outbox.ts";
import { listRecord } from "./link-record.ts";

/** An item that the server has for a guardian. */
export interface Told {
  readonly guardian: string;
  /** The number of the item; -1 for a session's, which is numbered anew with each renewal. */
  readonly seq: number;
  /** When the server had it, in epoch milliseconds by this device's clock; of a session when the server sent it, by the server's. */
  readonly at: number;
  /** Without the place, which says nothing of what is going on. */
  readonly item: DownItem;
}

/** How many are kept: those of some forty emergencies, of which the oldest go first. */
const KEPT = 200;

/** The guardian and the emergency; a drill has a name of its own, and tests count as one. */
const subjectOf = ({ guardian, item }: Told) =>
  `${guardian} ${"emergency" in item && item.emergency}`;

/**
 * What has to be remembered to know what a guardian's page shows: the rows with one more, in the order in which the server got
 * them; the same array where it tells nothing more.
 */
export function withTold(rows: readonly Told[], told: Told): readonly Told[] {
  const item = { ...told.item, place: null } as DownItem;
  const isSame = (one: Told) => subjectOf(one) === subjectOf(told);
  // That an emergency goes on is known.
  if ((item.kind === "place" || item.kind === "battery") && rows.some(isSame)) return rows;
  const others = rows.filter((one) => !isSame(one) || one.item.kind !== item.kind);
  return [...others, { ...told, item }].slice(-KEPT);
}

const row = v.object({ ...ofGuardian, seq: v.number(), at: v.number() });

/** All of it, in the order in which the server got it. A full disk must not let it become false while the page is open. */
export const guardianTold = listRecord<Told>("told", row, "remember");

/** Forgets what a guardian was sent, who is none any more. */
export function forgetTold(guardian: string): Promise<void> {
  return guardianTold.change((before) => ({
    keep: before.filter((one) => one.guardian !== guardian),
    answer: undefined,
  }));
}
