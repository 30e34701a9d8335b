/** The draft that an expert in the United States may check, change and sign. */

import certificationTemplate from "./files/certification-draft.txt";
import { filled } from "./fill.ts";
import type { Fingerprint } from "./manifest.ts";
import type { PackagedPart } from "./read-part.ts";

const indented = (lines: readonly string[]) => lines.map((line) => `    ${line}\n`).join("");

/** `certification-draft.txt`, with the values that the package has. */
export function certificationText(
  originals: readonly Fingerprint[],
  parts: readonly PackagedPart[],
): string {
  return filled(certificationTemplate, {
    originals: indented(originals.flatMap(({ name, sha256 }) => [name, `  ${sha256}`])),
    heads: indented(parts.flatMap(({ number, head }) => [`part ${number}`, `  ${head}`])),
  });
}
