/** The session that alerts guardians when it is not ended in time. */
import * as v from "valibot";
import { linkRecord } from "#store/guardians/link-record.ts";

const moment = v.object({ wall: v.number(), running: v.nullable(v.number()) });

const held = v.object({
  alertAt: v.number(),
  hasFired: v.boolean(),
  generation: v.number(),
  saidAt: moment,
});

// An earlier release stored less, and its sessions still have to be ended.
const timer = v.object({
  guardian: v.string(),
  name: v.string(),
  stop: v.string(),
  generation: v.number(),
  isTried: v.fallback(v.boolean(), true),
  held: v.fallback(v.nullable(held), null),
  loss: v.fallback(v.nullable(v.picklist(["left", "unreachable"])), null),
  isMissing: v.fallback(v.boolean(), false),
  isLossKnown: v.fallback(v.boolean(), false),
  isSettled: v.boolean(),
});

const schema = v.object({
  id: v.string(),
  phase: v.picklist(["running", "ended", "surrendered"]),
  dueAt: v.nullable(v.number()),
  changes: v.fallback(v.array(v.object({ ms: v.number(), from: moment })), []),
  clock: v.fallback(v.nullable(v.object({ server: v.number(), at: moment })), null),
  timers: v.array(timer),
});

/** What is stored of a session. */
type StoredSession = v.InferOutput<typeof schema>;

/**
 * The record; null when there is no session. A session that has begun goes on and ends on a full disk too: the page remembers
 * what the disk does not take, and the session is deleted once the server has been told its end.
 */
export const sessionRecord = linkRecord<StoredSession | null>(
  "session",
  v.nullable(schema),
  null,
  "remember",
);
