/**
 * What parts each emergency's recording has, kept beside them in both homes of small values: a last part that was deleted,
 * or cut and made to fit, has no part after it that would show it.
 */
import * as v from "valibot";
import type { RecordingRow } from "#store/app-database.ts";
import { changeDurable, readDurable } from "#store/durable.ts";

const NAME = "evidence-tally";
/** By emergency and part: the chain's head when the part was closed, or null when it was not. */
const schema = v.record(v.string(), v.record(v.string(), v.nullable(v.string())));

type Tally = v.InferOutput<typeof schema>;

function parse(value: unknown): Tally {
  const result = v.safeParse(schema, value);
  return result.success ? result.output : {};
}

/** Changes the tally. */
export function changeTally(next: (tally: Tally) => Tally): Promise<void> {
  return changeDurable(NAME, (value) => ({ keep: next(parse(value)), answer: undefined }));
}

const noted = (tally: Tally, { emergencyEventId, id }: RecordingRow, head: string | null) => ({
  ...tally,
  [emergencyEventId]: { ...tally[emergencyEventId], [id]: head },
});

/** Notes that a part has begun. */
export function noteBegun(row: RecordingRow): Promise<void> {
  return changeTally((tally) => noted(tally, row, null));
}

/** Notes how a part ended. */
export function noteClosed(row: RecordingRow): Promise<void> {
  return changeTally((tally) => noted(tally, row, row.head));
}

/** The parts that an emergency had, with their last heads. */
export async function tallyOf(
  emergencyEventId: string,
): Promise<ReadonlyMap<string, string | null>> {
  return new Map(Object.entries(parse(await readDurable(NAME))[emergencyEventId] ?? {}));
}
