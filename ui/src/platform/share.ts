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

/** Whether the share sheet takes this file. */
export function canShareFile(file: File): boolean {
  try {
    return navigator.canShare?.({ files: [file] }) === true;
  } catch {
    return false;
  }
}

/** Opens the share sheet with a file; false when the user closed it, or the device would not. */
export async function shareFile(file: File): Promise<boolean> {
  try {
    await navigator.share({ files: [file] });
    return true;
  } catch {
    return false;
  }
}
