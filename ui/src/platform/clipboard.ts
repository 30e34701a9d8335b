/** The device's clipboard. */

/** What takes the place of a text: the clipboard of some browsers does not take an empty one. */
const NOTHING = " ";

/** Copies a text; false when the browser refused, as it does without a tap. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/**
 * Copies a text that is still being made; false when that failed or the browser refused. It is called in the tap itself,
 * which Safari forgets while the text is made (WebKit, "Async Clipboard API").
 */
export async function copyComingText(text: Promise<string>): Promise<boolean> {
  if (typeof ClipboardItem === "undefined") {
    const made = await text.catch(() => null);
    return made !== null && copyText(made);
  }
  const plain = text.then((made) => new Blob([made], { type: "text/plain" }));
  // The failure is told by the answer, also where nobody waits for this text.
  plain.catch(() => undefined);
  try {
    await navigator.clipboard.write([new ClipboardItem({ "text/plain": plain })]);
    return true;
  } catch {
    return false;
  }
}

/** Replaces what is on the clipboard by a space, once `when` resolves; false when that failed or the browser refused. */
export function emptyClipboard(when: Promise<unknown> = Promise.resolve()): Promise<boolean> {
  return copyComingText(when.then(() => NOTHING));
}

/** Whether something else took the place of a text; false where the browser would have to ask the person. */
async function isReplaced(text: string): Promise<boolean> {
  const name = "clipboard-read" as PermissionName;
  const { state } = await navigator.permissions.query({ name });
  const now = state === "granted" ? await readClipboard() : null;
  // Some systems have other line ends.
  return now !== null && now.replaceAll("\r\n", "\n") !== text;
}

/**
 * Takes a text of this app off the clipboard, once `when` resolves; false when that failed or the browser refused. What was
 * copied since is left where that can be known. It is called in the tap itself, as `copyComingText`.
 */
export function removeCopied(text: string, when: Promise<unknown>): Promise<boolean> {
  const isOther = () => isReplaced(text).catch(() => false);
  return emptyClipboard(when.then(isOther).then((other) => other && Promise.reject(new Error())));
}

/** Calls back when the person copies something on this page; returns how to stop. */
export function onCopied(listener: () => void): () => void {
  const names = ["copy", "cut"] as const;
  for (const name of names) document.addEventListener(name, listener);
  return () => {
    for (const name of names) document.removeEventListener(name, listener);
  };
}

/** The text on the clipboard; null when the browser or the person refused, or no text is there. */
export async function readClipboard(): Promise<string | null> {
  try {
    return await navigator.clipboard.readText();
  } catch {
    return null;
  }
}
