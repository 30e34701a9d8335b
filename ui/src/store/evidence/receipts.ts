/** The receipts and time-stamp tokens of recordings, kept beside them, with the keys that check receipts: all are needed without a connection. */
import * as v from "valibot";
import type { Receipt, ReceiptKey } from "#content/time-receipt.ts";
import type { KeptToken } from "#content/time-token.ts";
import { type Observable, observable } from "#platform/observable.ts";
import { changeState, deleteState, readState } from "#store/app-database.ts";

const schema = v.object({
  receipts: v.array(
    v.object({
      head: v.string(),
      time: v.number(),
      key: v.string(),
      signature: v.string(),
    }),
  ),
  keys: v.array(
    v.object({
      id: v.string(),
      publicKey: v.string(),
      validFrom: v.number(),
      validUntil: v.nullable(v.number()),
    }),
  ),
  // Earlier releases kept none.
  tokens: v.optional(
    v.array(v.object({ head: v.string(), token: v.string(), at: v.number() })),
    [],
  ),
});

/** What is kept of an emergency's receipts, in the order in which they came. */
export interface KeptReceipts {
  readonly receipts: readonly Receipt[];
  readonly keys: readonly ReceiptKey[];
  readonly tokens: readonly KeptToken[];
}

/** Where there are none. */
export const NO_RECEIPTS: KeptReceipts = { receipts: [], keys: [], tokens: [] };

const nameOf = (emergencyEventId: string) => `times-${emergencyEventId}`;

function parse(value: unknown): KeptReceipts {
  const result = v.safeParse(schema, value);
  return result.success ? result.output : NO_RECEIPTS;
}

/** The receipts of an emergency; none where the database has none. */
export async function receiptsOf(emergencyEventId: string): Promise<KeptReceipts> {
  return parse(await readState(nameOf(emergencyEventId)));
}

/** How many receipts of each emergency this page has kept: a list that is shown looks again. */
const kept = observable<ReadonlyMap<string, number>>(new Map());
export const keptReceipts: Observable<ReadonlyMap<string, number>> = kept;

/** Keeps a receipt, or with none the keys alone; the keys as they are now take the place of those before. */
export async function keepReceipt(
  emergencyEventId: string,
  receipt: Receipt | null,
  keys: readonly ReceiptKey[],
): Promise<void> {
  await changeState(nameOf(emergencyEventId), (value) => {
    const before = parse(value);
    const added = receipt === null ? [] : [receipt];
    const others = before.keys.filter(({ id }) => !keys.some((key) => key.id === id));
    const receipts = [...before.receipts, ...added];
    return { keep: { ...before, receipts, keys: [...others, ...keys] }, answer: undefined };
  });
  if (receipt === null) return;
  kept.set(new Map(kept.get()).set(emergencyEventId, (kept.get().get(emergencyEventId) ?? 0) + 1));
}

/** Keeps a time-stamp token, in the place of one for the same head. Rejects where the receipts are gone, with their recording. */
export function keepToken(emergencyEventId: string, token: KeptToken): Promise<void> {
  return changeState(nameOf(emergencyEventId), (value) => {
    const before = parse(value);
    if (before.receipts.length === 0) throw new Error("The recording is gone.");
    const others = before.tokens.filter(({ head }) => head !== token.head);
    return { keep: { ...before, tokens: [...others, token] }, answer: undefined };
  });
}

/** Forgets them, with a recording that the person deleted. */
export function forgetReceipts(emergencyEventId: string): Promise<void> {
  return deleteState(nameOf(emergencyEventId));
}
