/** Sizes of recordings as text. */

/** The estimated bytes of a base64 text: three quarters of its length. */
export function bytesOfBase64(text: string): number {
  const comma = text.indexOf(",");
  return Math.round((text.length - comma - 1) * 0.75);
}

/** A size in B, KB or MB. */
export function sizeText(bytes: number): string {
  if (bytes < 1024) {
    return `${Math.round(bytes)} B`;
  }
  return bytes < 1024 * 1024
    ? `${(bytes / 1024).toFixed(1)} KB`
    : `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}
