/** The list of fingerprints, in the format that `sha256sum -c` reads. */

/** A file of the package with its SHA-256. */
export interface Fingerprint {
  readonly name: string;
  readonly sha256: string;
}

/** `manifest.sha256`. */
export function manifestText(files: readonly Fingerprint[]): string {
  return files.map(({ name, sha256 }) => `${sha256}  ${name}\n`).join("");
}
