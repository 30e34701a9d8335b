/** Failed codes and closed screens, on the disk before a code is looked at (spec section 4). */
import * as v from "valibot";
import { changeDurable, readDurable } from "./durable.ts";

const lockout = v.object({
  failedAttempts: v.pipe(v.number(), v.integer(), v.minValue(0)),
  remainingMs: v.pipe(v.number(), v.minValue(0)),
});
const NONE = { failedAttempts: 0, remainingMs: 0 };
const schema = v.object({
  /** The emergency's own screens count together, so that changing the page gives no new tries. */
  emergency: v.fallback(lockout, NONE),
  securityCode: v.fallback(lockout, NONE),
});

/** One counter. */
export type LockoutRow = v.InferOutput<typeof lockout>;

/** Both counters. */
export type Lockouts = v.InferOutput<typeof schema>;

/** The name of a counter. */
export type Counter = keyof Lockouts;

const NAME = "lockouts";
const parse = (value: unknown): Lockouts => v.parse(schema, value ?? {});

/** No failed code anywhere. */
export const NO_LOCKOUTS: Lockouts = parse({});

/** The counters as kept. */
export async function readLockouts(): Promise<Lockouts> {
  return parse(await readDurable(NAME));
}

/** Changes one counter; answers with it before, and all of them after the change. */
export function changeLockout(
  counter: Counter,
  change: (before: LockoutRow) => LockoutRow,
): Promise<{ readonly before: LockoutRow; readonly after: Lockouts }> {
  return changeDurable(NAME, (value) => {
    const all = parse(value);
    const after = { ...all, [counter]: change(all[counter]) };
    return { keep: after, answer: { before: all[counter], after } };
  });
}
