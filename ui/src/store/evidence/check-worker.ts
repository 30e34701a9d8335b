/** A worker that checks the recording of an emergency. What it has read goes with it. */
import { answerQuestions } from "#platform/workers/worker-answer.ts";
import { type CheckQuestion, checkEvidence, type EvidenceCheck } from "./evidence-check.ts";

answerQuestions<CheckQuestion, EvidenceCheck | null>(checkEvidence);
