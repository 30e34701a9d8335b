/** Brings the server the contacts that were saved while it was away. */
import { useEffect } from "react";
import { isOnline, onConnection } from "#platform/connection.ts";
import { onVisibility } from "#platform/visibility.ts";
import { contactCopiesRecord } from "#store/contact-copies.ts";
import { emergencyStateRecord } from "#store/emergency-state.ts";

/** An emergency asks the network nothing, and what is not due needs no connection. */
function sendWhatIsDue(): void {
  const isDue = contactCopiesRecord.read().length > 0;
  if (isDue && isOnline() && !emergencyStateRecord.read().isLocked) {
    // Seldom needed, and too large to come with every page of the app.
    import("#sync/contact-copies.ts").then(({ sendCopies }) => sendCopies()).catch(() => undefined);
  }
}

/** Shows nothing. Tries at the start, when the connection comes back, and when the person comes back. */
export function ContactCopier() {
  useEffect(() => {
    sendWhatIsDue();
    const stops = [onConnection(sendWhatIsDue), onVisibility(sendWhatIsDue)];
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
  return null;
}
