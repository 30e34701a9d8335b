/** Downloads of files made by the page. */

const KEEP_MS = 60_000;

/** Downloads a blob under a name. */
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

/** The file extension for a recording's MIME type. */
export function soundExtension(mimeType: string): string {
  if (mimeType.startsWith("audio/mp4")) {
    return "m4a";
  }
  if (mimeType.startsWith("audio/wav")) return "wav";
  return mimeType.startsWith("audio/ogg") ? "ogg" : "webm";
}
