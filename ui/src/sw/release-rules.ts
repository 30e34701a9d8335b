/** Which files a document names, and to which release it belongs by them. Pure. */
import * as paths from "#content/paths.ts";

const assetUrls = new RegExp(`${paths.assets}[\\w.-]+`, "g");

/** The files of the UI build that a document names. */
export const filesIn = (html: string): readonly string[] => html.match(assetUrls) ?? [];

/** Whether a document is of the release with these files: it names some of them and no other. What names none is no page of the app. */
export function isOfRelease(html: string, files: readonly string[]): boolean {
  const named = filesIn(html);
  return named.length > 0 && named.every((url) => files.includes(url));
}
