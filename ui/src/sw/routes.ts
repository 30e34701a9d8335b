/** The service worker's routing: how each request is answered. Pure. */

import * as paths from "#content/paths.ts";

/** The app pages, whose documents are answered from the cache. Written by the build. */
declare const __APP_PATHS__: readonly string[];
export const appPaths = __APP_PATHS__;

/** Pages that need the network, and the page to redirect to when it does not answer. */
const FALLBACKS: Readonly<Record<string, string>> = {
  [paths.landing]: paths.home,
  [paths.subscribe]: paths.heartMonitor,
  [paths.redownload]: paths.heartMonitor,
  [paths.verify]: paths.heartMonitor,
};

/**
 * `pass`: not handled; `shell`: the cached document; `race`: the network, or a redirect to `fallback`
 * when it takes too long; `asset`: a cached file, else the network.
 */
export type Plan =
  | { readonly type: "pass" }
  | { readonly type: "shell"; readonly path: string }
  | { readonly type: "race"; readonly fallback: string }
  | { readonly type: "asset" };

/** The parts of a request that decide. */
export interface Asked {
  readonly method: string;
  readonly isNavigation: boolean;
  readonly isOwnOrigin: boolean;
  readonly pathname: string;
}

/** Plans the answer. Everything not named here passes: payment, gifts, success pages and the API. */
export function planFor({ method, isNavigation, isOwnOrigin, pathname }: Asked): Plan {
  if (method !== "GET" || !isOwnOrigin) return { type: "pass" };
  if (!isNavigation) {
    return isKeptFile(pathname) ? { type: "asset" } : { type: "pass" };
  }
  const path = pathname.length > 1 ? pathname.replace(/\/$/, "") : pathname;
  if (appPaths.includes(path)) return { type: "shell", path };
  const fallback = FALLBACKS[path];
  return fallback === undefined ? { type: "pass" } : { type: "race", fallback };
}

function isKeptFile(pathname: string): boolean {
  return (
    pathname.startsWith(paths.assets) ||
    pathname.startsWith(paths.icons) ||
    pathname === paths.manifest ||
    pathname === paths.favicon
  );
}
