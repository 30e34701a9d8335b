/** The device's clipboard. */

/** Copies a text; false when the browser refused, as it does without a tap. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
