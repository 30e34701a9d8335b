/** How an emergency is ended, in words: nobody may be locked in by a code that no screen has named. */
import { createContext } from "react";

/** The PIN that is printed in public. Somebody who has no other ends an emergency with it. */
export const PublicCode = createContext("");

/** What ends an emergency; `hasOwnPin` is null before the page has read the settings. */
export function endingText(publicCode: string, hasOwnPin: boolean | null): string {
  if (hasOwnPin === null) return `To end it, type your PIN, or ${publicCode} if you have none.`;
  return hasOwnPin ? "To end it, type your own PIN." : `To end it, type ${publicCode}.`;
}
