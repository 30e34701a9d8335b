/** The eager script of public pages: the quick exit, and the start of hydration when it is due. */
import { startDeferredPage } from "#platform/deferred-page.ts";
import { startQuickExit } from "#platform/quick-exit.ts";
import { returnToLock } from "#platform/return-to-lock.ts";

returnToLock();
startQuickExit();
startDeferredPage();
