/** Sends contact copies that are due. */
import { useEffect } from "react";
import { onShown } from "#platform/page/visibility.ts";
import { isOnline, onConnection } from "#platform/workers/connection.ts";
import { emergencyStateRecord } from "#store/emergency/emergency-state.ts";
import { contactCopiesRecord } from "#store/settings/contact-copies.ts";

/** Sends the copies that are due, unless the device is offline or an emergency is on. */
function sendWhatIsDue(): void {
  const isDue = contactCopiesRecord.read().length > 0;
  if (isDue && isOnline() && !emergencyStateRecord.read().isLocked) {
    // Loaded lazily: it is rarely needed.
    import("#sync/contact-copies.ts").then(({ sendCopies }) => sendCopies()).catch(() => undefined);
  }
}

/** Renders nothing. Tries at the start, when the connection returns, and when the page becomes visible. */
export function ContactCopier() {
  useEffect(() => {
    sendWhatIsDue();
    const stops = [onConnection(sendWhatIsDue), onShown(sendWhatIsDue)];
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
  return null;
}
