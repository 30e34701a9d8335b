/** The service worker's routing: how each request is answered. Pure. */

import * as paths from "#content/paths.ts";

/** The app pages, whose documents are answered from the cache. Written by the build. */
declare const __APP_PATHS__: readonly string[];
export const appPaths = __APP_PATHS__;

/**
 * `pass`: not handled; `shell`: the cached document; `main`: the main path, which is an app path only on a device
 * with the app; `online`: the network, and without one, on a device with the app, a way back to it; `asset`: a cached file,
 * else the network.
 */
export type Plan =
  | { readonly type: "pass" }
  | { readonly type: "shell"; readonly path: string }
  | { readonly type: "main" }
  | { readonly type: "online" }
  | { readonly type: "asset" };

/** The public pages to which the app leads. The worker keeps out of all others, above all those of gifts and payments. */
const linkedPages: readonly string[] = [
  paths.subscribe,
  paths.verify,
  paths.redownload,
  paths.yourData,
  paths.privacy,
  paths.terms,
  paths.support,
  paths.questions,
];

/** The parts of a request that decide. */
export interface Asked {
  readonly method: string;
  readonly isNavigation: boolean;
  readonly isOwnOrigin: boolean;
  readonly pathname: string;
}

/**
 * Plans the answer. The cached app answers its own paths. Public pages and the API come from the network, however slow it
 * is: a buyer on a slow connection must not be sent to the app instead.
 */
export function planFor({ method, isNavigation, isOwnOrigin, pathname }: Asked): Plan {
  if (method !== "GET" || !isOwnOrigin) return { type: "pass" };
  if (!isNavigation) {
    return isKeptFile(pathname) ? { type: "asset" } : { type: "pass" };
  }
  const path = pathname.length > 1 ? pathname.replace(/\/$/, "") : pathname;
  if (appPaths.includes(path)) return { type: "shell", path };
  if (path === paths.landing) return { type: "main" };
  return { type: linkedPages.includes(path) ? "online" : "pass" };
}

function isKeptFile(pathname: string): boolean {
  return (
    pathname.startsWith(paths.assets) ||
    pathname.startsWith(paths.icons) ||
    pathname === paths.manifest ||
    pathname === paths.favicon
  );
}
