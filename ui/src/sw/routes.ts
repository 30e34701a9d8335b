/** Decides what the worker does with a request; pure, so that every path can be tested. */

import * as paths from "#content/paths.ts";

/** Documents that open from the device, always: those of the app pages. Written by the build. */
declare const __APP_PATHS__: readonly string[];
export const appPaths = __APP_PATHS__;

/** Pages that need the network, and what opens instead when it does not answer. */
const FALLBACKS: Readonly<Record<string, string>> = {
  [paths.landing]: paths.home,
  [paths.subscribe]: paths.heartMonitor,
  [paths.redownload]: paths.heartMonitor,
  [paths.verify]: paths.heartMonitor,
};

/**
 * `pass`: the worker keeps out; `shell`: the kept document; `race`: the network, or `fallback` when
 * it takes too long; `asset`: a kept file, else the network.
 */
export type Plan =
  | { readonly type: "pass" }
  | { readonly type: "shell"; readonly path: string }
  | { readonly type: "race"; readonly fallback: string }
  | { readonly type: "asset" };

/** What of a request decides. */
export interface Asked {
  readonly method: string;
  readonly isNavigation: boolean;
  readonly isOwnOrigin: boolean;
  readonly pathname: string;
}

/** Payment, gifts, success pages and calls are never touched: everything not named here passes. */
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
