/** A new PIN as it is typed: twice, and after the present one. */

import { pinLimits } from "#content/limits.ts";
import { type Message, saveMessages } from "#content/messages.ts";
import { sealPin } from "#platform/pin-hash.ts";

/** The typed digits; the new PIN is empty while none is wanted. */
export interface PinDraft {
  readonly present: string;
  readonly wanted: string;
  readonly repeated: string;
}

/** Nothing typed. */
export const NO_PIN_DRAFT: PinDraft = { present: "", wanted: "", repeated: "" };

/** What a draft is judged by. */
export interface PinNeeds {
  /** Whether there is a PIN already: then the present one is asked for. */
  readonly hasPin: boolean;
  /** The demo PIN, which is public and no PIN of one's own. */
  readonly demoPin: string;
  readonly isRequired: boolean;
}

/** What is wrong, and which of the fields it is about. */
export interface PinProblem {
  readonly part: keyof PinDraft;
  readonly message: Message;
}

/** What is wrong with the draft, or undefined. Whether the present PIN is right is asked elsewhere. */
export function pinProblem(draft: PinDraft, needs: PinNeeds): PinProblem | undefined {
  const { present, wanted, repeated } = draft;
  const isMissing = wanted === "" && needs.isRequired && !needs.hasPin;
  if (wanted === "" && !isMissing) return undefined;
  if (wanted.length < pinLimits.minimumDigits)
    return { part: "wanted", message: saveMessages.invalidPin };
  if (wanted === needs.demoPin) return { part: "wanted", message: saveMessages.demoPin };
  if (wanted !== repeated) return { part: "repeated", message: saveMessages.pinsDiffer };
  const isTyped = present.length >= pinLimits.minimumDigits;
  return needs.hasPin && !isTyped
    ? { part: "present", message: saveMessages.presentPin }
    : undefined;
}

/**
 * The PIN to store: the hash of the new one, or the one that is `stored`. Null when the present PIN is not the one that
 * was typed, which `checkPin` has told the person. Rejects where the browser cannot hash.
 */
export async function pinToStore(
  { present, wanted }: PinDraft,
  stored: string,
  checkPin: (pin: string) => Promise<boolean>,
): Promise<string | null> {
  if (wanted === "") return stored;
  if (stored !== "" && !(await checkPin(present))) return null;
  return sealPin(wanted);
}
