/** The eager script of public pages: install prompt, private address, discreet title, return to a lock, quick exit, deferred hydration, the checkout's requests, the address typed before it, service worker. */
import { startDeferredPage } from "#boot/deferred-page.ts";
import { hideSecrets, keepTitleDiscreet } from "#boot/discreet-history.ts";
import { startQuickExit } from "#boot/quick-exit.ts";
import { returnToLock } from "#boot/return-to-lock.ts";
import { startCheckoutEarly } from "#features/purchase/early-checkout.ts";
import { catchInstallOffer } from "#platform/install-offer.ts";
import { whenIdle } from "#platform/page/idle.ts";
import { registerServiceWorker } from "#platform/workers/service-worker.ts";
import { clearTypedAddresses, forgetOldPurchaseEmail } from "#store/access/purchase-email.ts";

catchInstallOffer();
hideSecrets();
keepTitleDiscreet();
startQuickExit(clearTypedAddresses);
// Registered after the quick exit's own listener, which shows a restored page again.
returnToLock();
startDeferredPage();
void startCheckoutEarly();
forgetOldPurchaseEmail();
whenIdle(registerServiceWorker);
