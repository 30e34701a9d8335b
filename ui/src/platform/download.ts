/** Hands a file to the browser's downloads. */

const KEEP_MS = 60_000;

/** Saves a blob under a name. */
export function downloadFile(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), KEEP_MS);
}

/** The ending of a recording's file name for its type. */
export function soundExtension(mimeType: string): string {
  if (mimeType.startsWith("audio/mp4")) {
    return "m4a";
  }
  return mimeType.startsWith("audio/ogg") ? "ogg" : "webm";
}
