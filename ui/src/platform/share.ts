/** The device's share sheet. */

/** Whether the device has one. */
export function canShare(): boolean {
  return typeof navigator.share === "function";
}

/** Opens the share sheet with a text; false when there is none, or the user closed it. */
export async function shareText(text: string): Promise<boolean> {
  try {
    await navigator.share({ text });
    return true;
  } catch {
    return false;
  }
}
