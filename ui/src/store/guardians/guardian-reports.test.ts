/** Claims about what the heart rate tells of guardians' answers. */
import { expect, test } from "vitest";
import { guardianAnswers } from "#content/guardian-answers.ts";
import { heartMonitor } from "#content/heart-monitor.ts";
import { answeredBpm, type GuardianReport, type ReportPhase } from "./guardian-reports.ts";

const report = (phase: ReportPhase, isCompared = true): GuardianReport => ({
  ...{ guardian: "ben", name: "Ben", seq: 1, hasPush: true },
  phase,
  isCompared,
});

test("the heart rate tells the furthest answer, and is the ordinary one without any", () => {
  expect(answeredBpm([])).toBe(heartMonitor.bpm);
  expect(answeredBpm([report("arrived"), report("refused")])).toBe(heartMonitor.bpm);
  const answers = [report("police-called"), report("seen"), report("stored")];
  expect(answeredBpm(answers)).toBe(guardianAnswers["police-called"].bpm);
});

test("the heart rate tells no answer of a phone whose digits nobody compared", () => {
  expect(answeredBpm([report("police-called", false)])).toBe(heartMonitor.bpm);
  const answers = [report("police-called", false), report("seen")];
  expect(answeredBpm(answers)).toBe(guardianAnswers.seen.bpm);
});
