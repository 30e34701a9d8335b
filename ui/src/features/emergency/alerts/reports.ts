/** Notes how far the news of an emergency got with each guardian. */
import type { LinkState } from "#api/watches.ts";
import type { Answer } from "#seal/items.ts";
import {
  furtherPhase,
  type GuardianReport,
  guardianReportsRecord,
  type ReportPhase,
} from "#store/guardian-reports.ts";
import type { LinkedGuardian } from "#store/guardians.ts";

/** Begins the report of an emergency; one that was begun before goes on. */
export function beginReports(emergency: string, told: readonly LinkedGuardian[]): void {
  const before = guardianReportsRecord.read();
  const known = before.emergency === emergency ? before.reports : [];
  const reports = told.map(
    ({ id, name, isCompared }): GuardianReport =>
      known.find(({ guardian }) => guardian === id) ?? {
        guardian: id,
        name,
        phase: "sending",
        seq: null,
        hasPush: true,
        isCompared,
      },
  );
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

/** The server has the alarm under the number `seq`, or does not take it where that is null. */
export function noteAlarm(emergency: string, guardian: string, seq: number | null): void {
  const phase = seq === null ? "refused" : "stored";
  changeReport(emergency, guardian, (report) => ({ ...advance(report, phase), seq }));
}

/** The link is no more. */
export function noteLinkEnded(emergency: string, guardian: string): void {
  changeReport(emergency, guardian, (report) => advance(report, "ended"));
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

/** The guardian's phone shows it. */
export function noteArrived(emergency: string, guardian: string): void {
  changeReport(emergency, guardian, (report) => advance(report, "arrived"));
}

/** The guardian answered. */
export function noteAnswer(emergency: string, guardian: string, answer: Answer): void {
  changeReport(emergency, guardian, (report) => advance(report, answer));
}
