/** What the heart monitor keeps: the heart rates that were measured on this device, and which cards it shows. */
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

const schema = v.object({
  steps: v.fallback(v.boolean(), true),
  week: v.fallback(v.boolean(), true),
});

/** The cards that are shown. */
type HeartView = v.InferOutput<typeof schema>;

/** The record of a person's choice. */
export const heartViewRecord = deviceRecord<HeartView>({
  key: "heartRateView",
  fallback: v.parse(schema, {}),
  schema,
});
