/** The counters of failed codes and the lockouts, written before a code is checked. */
import * as v from "valibot";
import { storageLimits } from "#content/limits.ts";
import { changeDurable, onDurable, readDurable } from "#store/durable.ts";

const lockout = v.object({
  failedAttempts: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  remainingMs: v.pipe(v.number(), v.minValue(0)),
});
const NONE = { failedAttempts: 0, remainingMs: 0 };
const schema = v.object({
  /** Every screen counts here, so that another screen gives no new attempts. */
  emergency: v.fallback(lockout, NONE),
  /** The security code screen counts here too: it closes sooner, for a shorter time. */
  securityCode: v.fallback(lockout, NONE),
});

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

/** Calls back when the counters may have changed, here or in another tab; returns how to stop. */
export function onLockouts(listener: () => void): () => void {
  return onDurable(NAME, listener);
}

/**
 * Changes the counters together; resolves with them before and after the change. It waits longer than others for the
 * database: a code is answered after that, and a kill in that instant would give the try back.
 */
export function changeLockouts(
  change: (before: Lockouts) => Lockouts,
): Promise<{ readonly before: Lockouts; readonly after: Lockouts }> {
  const decide = (value: unknown) => {
    const before = parse(value);
    const after = change(before);
    return { keep: after, answer: { before, after } };
  };
  return changeDurable(NAME, decide, undefined, storageLimits.tryMs);
}
