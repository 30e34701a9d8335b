/** Notes how far the news of an emergency got with each guardian. */
import type { LinkState } from "#api/watches.ts";
import { alertLimits } from "#content/guardian-limits.ts";
import type { UpItem } from "#seal/items.ts";
import {
  furtherPhase,
  type GuardianReport,
  guardianReportsRecord,
  type ReportPhase,
} from "#store/guardians/guardian-reports.ts";
import type { LinkedGuardian } from "#store/guardians/guardians.ts";

/** An alarm: when it was raised, and whether another one of the same emergency was raised before. */
interface Alarm {
  readonly at: number;
  readonly isAgain: boolean;
}

/**
 * Begins the report of an emergency; one that was begun before goes on, until help is asked for again: what guardians said before
 * that is no answer to it.
 */
export function beginReports(
  emergency: string,
  told: readonly LinkedGuardian[],
  { at, isAgain }: Alarm,
): void {
  const before = guardianReportsRecord.read();
  const known = before.emergency === emergency ? before.reports : [];
  const reports = told.map(({ id, name, isCompared, endedAt }): GuardianReport => {
    const old = known.find(({ guardian }) => guardian === id);
    if (old !== undefined && (!isAgain || old.at === at)) return old;
    const hasPush = old?.hasPush ?? true;
    const hasLinkEnded = endedAt !== undefined;
    const phase = hasLinkEnded ? "ended" : "sending";
    const alarm = { at, isAgain, seq: null };
    const { missingSince, isMissing } = old ?? {};
    return {
      guardian: id,
      name,
      phase,
      ...alarm,
      hasPush,
      isCompared,
      hasLinkEnded,
      missingSince,
      isMissing,
    };
  });
  guardianReportsRecord.write({ emergency, reports });
}

/** Changes one guardian's report, where there is one of this emergency. */
function changeReport(
  emergency: string,
  guardian: string,
  change: (report: GuardianReport) => GuardianReport,
): void {
  const before = guardianReportsRecord.read();
  if (before.emergency !== emergency) return;
  const reports = before.reports.map((one) => (one.guardian === guardian ? change(one) : one));
  if (JSON.stringify(reports) !== JSON.stringify(before.reports)) {
    guardianReportsRecord.write({ emergency, reports });
  }
}

const advance = (report: GuardianReport, phase: ReportPhase): GuardianReport => ({
  ...report,
  phase: furtherPhase(report.phase, phase),
});

/** An alarm that the server has answered about; `at` is when it was raised, where that is known. */
interface SentAlarm {
  readonly seq: number | null;
  readonly at?: number | undefined;
}

/** The server has the alarm under the number `seq`, or does not take it where that is null. */
export function noteAlarm(emergency: string, guardian: string, { seq, at }: SentAlarm): void {
  const phase = seq === null ? "refused" : "stored";
  changeReport(emergency, guardian, (report) => {
    // Of an earlier alarm nothing counts any more.
    const isNewest =
      report.at === undefined || (at === undefined ? !report.isAgain : at === report.at);
    if (!isNewest) return report;
    const lowest = Math.min(
      seq ?? Number.POSITIVE_INFINITY,
      report.seq ?? Number.POSITIVE_INFINITY,
    );
    return { ...advance(report, phase), seq: Number.isFinite(lowest) ? lowest : null };
  });
}

/** The link is no more. */
export function noteLinkEnded(emergency: string, guardian: string): void {
  changeReport(emergency, guardian, (report) => ({
    ...advance(report, "ended"),
    hasLinkEnded: true,
  }));
}

/**
 * Something answers at `at` that the link is not there, and does not prove that it has ended. After a while of nothing else it
 * counts; a clock that was set meanwhile makes that sooner, and never later.
 */
export function noteMissing(emergency: string, guardian: string, at: number): void {
  changeReport(emergency, guardian, (report) => {
    const missingSince = report.missingSince ?? at;
    const isLong = Math.abs(at - missingSince) >= alertLimits.missingMs;
    return { ...report, missingSince, isMissing: report.isMissing || isLong };
  });
}

/** The server knows the link. */
export function noteFound(emergency: string, guardian: string): void {
  changeReport(emergency, guardian, (report) =>
    report.missingSince == null ? report : { ...report, missingSince: null, isMissing: false },
  );
}

/** What the server knows of the guardian's phone. */
export function noteLink(emergency: string, guardian: string, { owned }: LinkState): void {
  if (owned === null) return;
  const { push, pushedSeq } = owned;
  changeReport(emergency, guardian, (report) => {
    const isPushed = report.seq !== null && pushedSeq !== null && report.seq <= pushedSeq;
    const known = { ...report, hasPush: push === "works" };
    return isPushed ? advance(known, "sent") : known;
  });
}

/** The guardian's phone shows an item, or the guardian answered with what came until then. */
export function noteSaid(emergency: string, guardian: string, said: UpItem): void {
  const phase = said.kind === "answer" ? said.answer : "arrived";
  const { seq = -1 } = said;
  changeReport(emergency, guardian, (report) => {
    const isOfNewest = !report.isAgain || (report.seq !== null && seq >= report.seq);
    return isOfNewest ? advance(report, phase) : report;
  });
}
