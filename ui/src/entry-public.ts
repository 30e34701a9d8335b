/** The eager script of public pages: a clean address, the quick exit, hydration when it is due, and the worker. */
import { hideSecrets } from "#platform/address.ts";
import { startDeferredPage } from "#platform/deferred-page.ts";
import { whenIdle } from "#platform/idle.ts";
import { startQuickExit } from "#platform/quick-exit.ts";
import { returnToLock } from "#platform/return-to-lock.ts";
import { registerServiceWorker } from "#platform/service-worker.ts";

hideSecrets();
returnToLock();
startQuickExit();
startDeferredPage();
whenIdle(registerServiceWorker);
