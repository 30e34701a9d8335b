/** The heart rates that were measured on this device. */
import * as v from "valibot";
import { readingsKept } from "#content/heart-monitor-limits.ts";
import { deviceRecord } from "./record.ts";

const reading = v.object({
  /** Epoch milliseconds. */
  at: v.number(),
  /** Beats a minute. */
  bpm: v.number(),
});

/** A heart rate, and when it was measured. */
export type Reading = v.InferOutput<typeof reading>;

/** The record of all readings, oldest first. */
export const readingsRecord = deviceRecord<readonly Reading[]>({
  key: "heartRateReadings",
  fallback: [],
  schema: v.array(reading),
});

/** Adds a reading; false when the storage refused it. */
export function keepReading(next: Reading): boolean {
  return readingsRecord.write([...readingsRecord.read(), next].slice(-readingsKept));
}
