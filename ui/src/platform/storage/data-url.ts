/** Data URLs. */

/** The blob of a base64 data URL, or null for any other text. */
export function dataUrlBlob(text: string): Blob | null {
  const match = /^data:([^,]*);base64,(.+)$/s.exec(text);
  if (match === null) return null;
  try {
    const binary = atob(match[2] ?? "");
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
    return new Blob([bytes], { type: match[1] ?? "" });
  } catch {
    return null;
  }
}
