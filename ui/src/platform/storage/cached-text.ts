/**
 * A text among the browser's cached files. On a disk without any room Chromium opens no database once a write has failed, and may begin
 * with an empty local storage. It still reads these files.
 */

/** The cache's name says nothing. */
const CACHE = "rates";

/** The text under a path, or null; also where the browser has no cache, or refuses to look. */
export async function readCachedText(path: string): Promise<string | null> {
  try {
    const kept = await caches.match(path, { cacheName: CACHE });
    return (await kept?.text()) ?? null;
  } catch {
    return null;
  }
}

/**
 * Writes a text. Nothing may be said to be kept by it: on a full disk Chromium deletes the text before, and may report success
 * although it writes nothing. With `isOldWrong` a browser that has no room for it deletes the text before.
 */
export async function writeCachedText(
  path: string,
  text: string,
  isOldWrong = false,
): Promise<void> {
  try {
    const cache = await caches.open(CACHE);
    await cache.put(path, new Response(text)).catch(() => isOldWrong && cache.delete(path));
  } catch {
    // The text has other homes.
  }
}
