/** What is behind the code: the one list of pages and actions. Starting an emergency is never among them. */
import { hasOwnPin, isCodeAsked } from "#store/settings/own-pin.ts";
import type { Settings } from "#store/settings/settings.ts";
import type { PageName } from "#wire/pages.ts";

/** Pages that show or change protection. */
const pages: readonly PageName[] = ["settings", "voice", "setup"];

/** An action that shows or changes protection, or deletes evidence. */
export type ProtectedAction = "open-settings-dialog" | "delete-recordings" | "unlink-guardian";

/** Whether a page is shown only after the code. */
export function isPageProtected(page: PageName, settings: Settings): boolean {
  return pages.includes(page) && isCodeAsked(settings);
}

/** Whether an action waits for the code. Deleting evidence and unlinking a guardian do so whenever there is an own PIN. */
export function isActionProtected(action: ProtectedAction, settings: Settings): boolean {
  switch (action) {
    case "open-settings-dialog":
      return isCodeAsked(settings);
    case "delete-recordings":
    case "unlink-guardian":
      return hasOwnPin(settings);
    default:
      return action satisfies never;
  }
}
