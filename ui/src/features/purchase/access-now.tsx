/** The "Access Now" link: shows a toast and opens the app half a second later. */

import type { MouseEvent } from "react";
import { ButtonLink } from "#components/button.tsx";
import { showToast } from "#components/toast/toast-store.ts";
import { redirectTimes } from "#content/limits.ts";
import { pinMessages } from "#content/messages.ts";
import * as paths from "#content/paths.ts";
import { loadDocument } from "#platform/page/navigation.ts";

/** A link to the app; the browser handles clicks with a modifier key. */
export function AccessNow() {
  const open = (event: MouseEvent): void => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    showToast(pinMessages.accessGranted);
    setTimeout(() => loadDocument(paths.heartMonitor), redirectTimes.redownloadMs);
  };
  return (
    <ButtonLink href={paths.heartMonitor} onClick={open}>
      Access Now
    </ButtonLink>
  );
}
