/** What the package and its making say. */
import { numberOf } from "#content/time-receipt.ts";
import type { EvidenceCheck } from "#store/evidence/evidence-check.ts";
import type { PartEvent } from "./read-part.ts";
import { utc } from "./tables.ts";

/** What a check found; null where it came to no end. */
export type Finding = EvidenceCheck | null;

/** What the device found, in a sentence or two. */
export function findingText(finding: Finding): string {
  if (finding === null) return "The device could not check the recording to its end.";
  const { isAltered, missingSeconds } = finding;
  if (!isAltered && missingSeconds === 0) {
    return "The device checked each piece of sound. Nothing was changed, and nothing is missing.";
  }
  const missing = `About ${missingSeconds} ${missingSeconds === 1 ? "second is" : "seconds are"} missing.`;
  const changed = "The recording was changed, or a part of it is missing.";
  return [
    "The device checked each piece of sound.",
    ...(isAltered ? [changed] : []),
    ...(missingSeconds > 0 ? [missing] : []),
  ].join(" ");
}

/** A number of the server is too long for a table; others check it in gaps.txt. */
function sentenceText(sentence: string): string {
  const number = numberOf(sentence);
  return number === null
    ? sentence
    : `a number that the server made at ${utc(number.time * 1_000)}.`;
}

/** What happened to a part. */
export function eventText({ type, number, sentence }: PartEvent): string {
  switch (type) {
    case "began":
      return `Part ${number}: the sound begins.`;
    case "gap":
      return `Part ${number}: ${sentenceText(sentence)}`;
    case "ended":
      return `Part ${number}: the last piece of sound.`;
  }
}

/** A step on the way to the package. */
export type PackageStep =
  | { readonly type: "checking" }
  | { readonly type: "reading"; readonly part: number; readonly of: number }
  | { readonly type: "packing" };

/** What is being done. */
export function stepText(step: PackageStep): string {
  switch (step.type) {
    case "checking":
      return "Checking the recording...";
    case "reading":
      return step.of === 1 ? "Reading the sound..." : `Reading part ${step.part} of ${step.of}...`;
    case "packing":
      return "Taking fingerprints and packing...";
  }
}

/** The name of the file, of which nobody can tell what it is. */
export function packageName(now: Date): string {
  const two = (value: number) => String(value).padStart(2, "0");
  const day = `${now.getFullYear()}${two(now.getMonth() + 1)}${two(now.getDate())}`;
  return `export-${day}-${two(now.getHours())}${two(now.getMinutes())}.zip`;
}
