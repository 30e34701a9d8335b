/** The device's share sheet. */

/** Whether there is one for text. */
export function canShare(): boolean {
  return typeof navigator.share === "function";
}

/** Offers a text in the share sheet; false when there is none, or the person closed it. */
export async function shareText(text: string): Promise<boolean> {
  try {
    await navigator.share({ text });
    return true;
  } catch {
    return false;
  }
}
