/** How far the set-up came on this device, and whether the intro was seen. */
import * as v from "valibot";
import { deviceRecord } from "#store/record.ts";

/** The steps of the set-up, in their order. */
export const SETUP_STEPS = ["person", "pin", "permissions", "test"] as const;

/** A step of the set-up. */
export type SetupStep = (typeof SETUP_STEPS)[number];

const schema = v.object({
  /** The screen that opens next; after the last step the summary. */
  at: v.fallback(v.picklist([...SETUP_STEPS, "summary"]), "person"),
  /** Whether a test emergency was run to its end. */
  isPractised: v.fallback(v.boolean(), false),
  /** Whether all four steps were done at the same time once: the heart monitor then says nothing of protection. */
  wasFinished: v.fallback(v.boolean(), false),
  /**
   * When the microphone was opened and the place was found last, in epoch milliseconds; null where it was refused since.
   * Some browsers do not tell a page what it may do, and an iPhone asks again whenever an app is opened anew.
   */
  microphoneOpenedAt: v.fallback(v.nullable(v.number()), null),
  placeFoundAt: v.fallback(v.nullable(v.number()), null),
  /** When the browser said that each is granted, later than that; null where it never did. A browser that did takes it back by "prompt". */
  microphoneGrantedAt: v.fallback(v.nullable(v.number()), null),
  placeGrantedAt: v.fallback(v.nullable(v.number()), null),
  /** Whether the person closed the heart monitor's banner of the full app. */
  isBannerClosed: v.fallback(v.boolean(), false),
});

/** The set-up as stored. What is done is not stored: it is looked at each time. */
export type SetupRecord = v.InferOutput<typeof schema>;

/** The record; its key says nothing, because others can read it in the browser's tools. */
export const setupRecord = deviceRecord<SetupRecord>({
  key: "heartRateStart",
  fallback: v.parse(schema, {}),
  schema,
});

/** Changes a part of the record. */
export function noteSetup(change: Partial<SetupRecord>): void {
  setupRecord.write({ ...setupRecord.read(), ...change });
}

/** True after the intro was shown to its end or skipped. */
export const introRecord = deviceRecord<boolean>({
  key: "heartRateIntroSeen",
  fallback: false,
  schema: v.boolean(),
});
