/** What a buyer who returns from paying sees while the server cannot look the payment up. */

import { NeedHelp } from "#components/layout/need-help.tsx";
import { NarrowPage } from "#components/layout/page.tsx";
import { useSite } from "./page-data.tsx";

/** The response that carries the page makes the browser ask again, so that the page needs no script for it. */
export function PaymentWaitingPage() {
  const site = useSite();
  return (
    <NarrowPage title="One moment">
      <p role="status">
        We cannot look up your payment right now. If you have paid, your payment is safe: it is not
        lost, and you need not pay again.
      </p>
      <p>Please leave this page open. It looks again by itself every ten seconds.</p>
      <NeedHelp email={site.supportEmail} phone={site.supportPhone} />
    </NarrowPage>
  );
}
