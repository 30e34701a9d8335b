/** The eager script of public pages: a clean address, the quick exit, and hydration when it is due. */
import { hideSecrets } from "#platform/address.ts";
import { startDeferredPage } from "#platform/deferred-page.ts";
import { startQuickExit } from "#platform/quick-exit.ts";
import { returnToLock } from "#platform/return-to-lock.ts";

hideSecrets();
returnToLock();
startQuickExit();
startDeferredPage();
