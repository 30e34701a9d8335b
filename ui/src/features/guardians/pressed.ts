/** What a person pressed on a guardian's card. */
import { showToast } from "#components/toast/toast-store.ts";
import { saveMessages } from "#content/messages.ts";
import { reportFailure } from "#platform/report.ts";

/** Lets a change go on by itself, and says so where this device could not store it. */
export function pressed(change: Promise<unknown>): void {
  change.catch((error: unknown) => {
    reportFailure("A change to a guardian's link could not be stored", error);
    showToast(saveMessages.notChanged);
  });
}
