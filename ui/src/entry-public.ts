/** The eager script of public pages: a clean address, the quick exit, hydration when it is due, and the worker. */

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
