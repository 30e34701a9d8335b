/** The notice that payments are simulated. */
import { Notice } from "#components/layout/notice.tsx";

/** Shown when the server's configuration says so. */
export function TestPaymentNotice() {
  return (
    <Notice>
      <strong>Test payment</strong> - no real card is charged on this server.
    </Notice>
  );
}
