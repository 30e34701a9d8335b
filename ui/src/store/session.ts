/** The session that alerts guardians when it is not ended in time. */
import * as v from "valibot";
import { linkRecord } from "./link-record.ts";

const timer = v.object({
  guardian: v.string(),
  name: v.string(),
  stop: v.string(),
  generation: v.number(),
  alertAt: v.nullable(v.number()),
  confirmedAt: v.nullable(v.number()),
  confirmed: v.number(),
  isSettled: v.boolean(),
});

const schema = v.object({
  id: v.string(),
  phase: v.picklist(["running", "ended", "surrendered"]),
  dueAt: v.number(),
  change: v.number(),
  isSurrendered: v.boolean(),
  timers: v.array(timer),
});

/** What is stored of a session. */
type StoredSession = v.InferOutput<typeof schema>;

/** The record; null when there is no session. */
export const sessionRecord = linkRecord<StoredSession | null>("session", v.nullable(schema), null);
