/** Downloads of files made by the page. */
import { isApplePhone, isStandalone } from "#platform/page/display-mode.ts";
import type { NamedFile } from "./zip.ts";

const KEEP_MS = 60_000;

/** Downloads a blob under a name; of several in one go, some browsers keep only the last. */
function downloadFile(blob: Blob, name: string, forget: () => void): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => {
    URL.revokeObjectURL(url);
    forget();
  }, KEEP_MS);
}

/**
 * Whether files are shared instead: an app on an iPhone's home screen shows what a link downloads in its own place, with no
 * way back, or saves nothing (WebKit's bugs 236943 and 275288).
 */
export const sharesFiles = (): boolean => isApplePhone() && isStandalone();

/**
 * Downloads files as one: an archive under `name`, or the file itself where there is only one; calls `forget` when their
 * contents are needed no more. Rejects when one cannot be read. Where files are shared it rejects when nothing was: the person
 * closed the sheet (`AbortError`), or the tap that it takes was too long ago (`NotAllowedError`).
 */
export async function downloadFiles(
  files: readonly NamedFile[],
  name: string,
  forget: () => void = () => undefined,
): Promise<void> {
  const [first] = files;
  if (first === undefined) return;
  if (sharesFiles()) {
    // As they are: an archive would take time after the tap.
    const shared = files.map(({ content, name }) => new File([content], name, content));
    await navigator.share({ files: shared });
    setTimeout(forget, KEEP_MS);
    return;
  }
  if (files.length === 1) return downloadFile(first.content, first.name, forget);
  // Few recordings need it. The service worker keeps it, so that it needs no connection either.
  const { zipOf } = await import("./zip.ts");
  downloadFile(await zipOf(files), `${name}.zip`, forget);
}
