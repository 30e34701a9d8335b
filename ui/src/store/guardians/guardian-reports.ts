/** How far the news of an emergency got with each guardian. Written by what sends it, shown by the lock and the heart. */
import * as v from "valibot";
import { emergencyName, guardianAnswers } from "#content/guardian-answers.ts";
import { heartMonitor } from "#content/heart-monitor.ts";
import { deviceRecord } from "#store/record.ts";

/**
 * `sending`: not on the server yet; `refused`: the server does not take it; `ended`: the link is no more; `stored`: on the server, and no push service has taken
 * it; `sent`: the push service of the guardian's phone has accepted it; `arrived`: that phone shows it; the others: what the
 * guardian answered.
 */
const phase = v.picklist([
  "sending",
  "refused",
  "stored",
  "ended",
  "sent",
  "arrived",
  "seen",
  "on-the-way",
  "police-called",
]);

/** How far it got. */
export type ReportPhase = v.InferOutput<typeof phase>;

const report = v.object({
  guardian: v.string(),
  name: v.string(),
  phase,
  /** When the newest alarm was raised, in epoch milliseconds by this device's clock; earlier releases did not note it. */
  at: v.optional(v.number()),
  /** Whether it is not the emergency's first one: then only what was said after it counts. */
  isAgain: v.optional(v.boolean()),
  /** The number of that alarm, once the server has it; the lowest where it was sent under several. */
  seq: v.nullable(v.number()),
  /** Whether the guardian's browser shows notifications. */
  hasPush: v.fallback(v.boolean(), true),
  /** Whether the person compared the digits of the link with the guardian. */
  isCompared: v.fallback(v.boolean(), true),
  /** Whether the link has ended, however far the alarm had got before: nothing that follows reaches the guardian. */
  hasLinkEnded: v.optional(v.boolean()),
  /** Since when all answers say that the link is not there, which proves nothing, in epoch milliseconds; and whether that is long. */
  missingSince: v.optional(v.nullable(v.number())),
  isMissing: v.optional(v.boolean()),
});

/** One guardian's line. */
export type GuardianReport = v.InferOutput<typeof report>;

const schema = v.object({
  /** The emergency as guardians know it. */
  emergency: v.nullable(v.string()),
  reports: v.array(report),
});

/** What is known of one emergency. */
export type GuardianReports = v.InferOutput<typeof schema>;

/** The record of the newest emergency that guardians were told of. */
export const guardianReportsRecord = deviceRecord<GuardianReports>({
  key: "silentPartnerReports",
  fallback: { emergency: null, reports: [] },
  schema,
});

/** How far the news of an emergency got; nobody was told of one that is not the newest. */
export function reportsOf(
  { emergency, reports }: GuardianReports,
  { id, kind }: { readonly id: string; readonly kind: "real" | "test" },
): readonly GuardianReport[] {
  return emergency === emergencyName(id, kind === "test") ? reports : [];
}

/**
 * The heart rate that tells of the furthest answer: the ordinary one while nobody has answered. Before the digits are compared,
 * the phone at the other end may be somebody else's.
 */
export function answeredBpm(reports: readonly GuardianReport[]): number {
  const known: Partial<Record<ReportPhase, { readonly bpm: number }>> = guardianAnswers;
  const answers = reports.map(({ phase, isCompared }) => (isCompared && known[phase]?.bpm) || 0);
  return Math.max(heartMonitor.bpm, ...answers);
}

const order: readonly ReportPhase[] = phase.options;

/** Whether an alarm has left the server for a guardian's phone at least once. */
export function hasReached(reports: readonly GuardianReport[]): boolean {
  return reports.some(({ phase }) => order.indexOf(phase) >= order.indexOf("sent"));
}

/** Of two phases the one that is further. */
export function furtherPhase(before: ReportPhase, now: ReportPhase): ReportPhase {
  return order.indexOf(now) > order.indexOf(before) ? now : before;
}
