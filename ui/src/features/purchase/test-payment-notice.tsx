/** The mark on every page where money would move and does not. */
import { Notice } from "#components/notice.tsx";

/** Shown where configuration says that payments are tests. */
export function TestPaymentNotice() {
  return (
    <Notice>
      <strong>Test payment</strong> - no real card is charged on this server.
    </Notice>
  );
}
