/** What the browser says of the room for this site's data, and of keeping it. */

/** How many bytes this site may still write, as the browser estimates it; 0 when it does not say. */
export async function freeBytes(): Promise<number> {
  try {
    const { quota = 0, usage = 0 } = await navigator.storage.estimate();
    return Math.max(0, quota - usage);
  } catch {
    return 0;
  }
}

/** Whether the browser has promised not to delete this site's data by itself; null when it does not say. */
export async function isStorageKept(): Promise<boolean | null> {
  try {
    return (await navigator.storage?.persisted?.()) ?? null;
  } catch {
    return null;
  }
}
