/** Where a purchase begins. */
import { useSyncExternalStore } from "react";
import * as paths from "#content/paths.ts";
import { isAppFirst } from "#platform/page/view-cookie.ts";

/** The landing page, or the purchase page on a device whose main path shows the app. */
export function purchaseStart(): string {
  return isAppFirst() ? paths.subscribe : paths.landing;
}

const subscribe = () => () => undefined;

/** The same for a link, which the server renders without knowing the device. */
export function usePurchaseStart(): string {
  return useSyncExternalStore(subscribe, purchaseStart, () => paths.landing);
}
