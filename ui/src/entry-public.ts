/** The eager script of public pages: private address, return to a lock, quick exit, deferred hydration, service worker. */

import { startDeferredPage } from "#boot/deferred-page.ts";
import { hideSecrets } from "#boot/private-address.ts";
import { startQuickExit } from "#boot/quick-exit.ts";
import { returnToLock } from "#boot/return-to-lock.ts";
import { whenIdle } from "#platform/idle.ts";
import { registerServiceWorker } from "#platform/service-worker.ts";

hideSecrets();
returnToLock();
startQuickExit();
startDeferredPage();
whenIdle(registerServiceWorker);
