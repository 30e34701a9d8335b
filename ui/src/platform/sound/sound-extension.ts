/** Names of sound files. */

/** The file extension for a recording's MIME type. */
export function soundExtension(mimeType: string): string {
  if (mimeType.startsWith("audio/mp4")) {
    return "m4a";
  }
  if (mimeType.startsWith("audio/wav")) return "wav";
  return mimeType.startsWith("audio/ogg") ? "ogg" : "webm";
}
