/** The counters of failed codes and the lockouts, written before a code is checked. */
import * as v from "valibot";
import { changeDurable, readDurable } from "./durable.ts";

const lockout = v.object({
  failedAttempts: v.pipe(v.number(), v.integer(), v.minValue(0)),
  remainingMs: v.pipe(v.number(), v.minValue(0)),
});
const NONE = { failedAttempts: 0, remainingMs: 0 };
const schema = v.object({
  /** Shared by all screens of the emergency, so that another page gives no new attempts. */
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

/** No failed codes. */
export const NO_LOCKOUTS: Lockouts = parse({});

/** The stored counters. */
export async function readLockouts(): Promise<Lockouts> {
  return parse(await readDurable(NAME));
}

/** Changes one counter; resolves with its value before and all counters after the change. */
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
