/** Decides what the worker does with a request; pure, so that every path can be tested. */

/** Documents that open from the device, always. */
export const APP_PATHS: readonly string[] = [
  "/app",
  "/settings",
  "/voice",
  "/home",
  "/lockdown",
  "/post-download",
];

/** Pages that need the network, and what opens instead when it does not answer. */
const FALLBACKS: Readonly<Record<string, string>> = {
  "/": "/home",
  "/subscribe": "/app",
  "/redownload": "/app",
  "/verify": "/app",
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
  if (APP_PATHS.includes(path)) return { type: "shell", path };
  const fallback = FALLBACKS[path];
  return fallback === undefined ? { type: "pass" } : { type: "race", fallback };
}

function isKeptFile(pathname: string): boolean {
  return (
    pathname.startsWith("/assets/") ||
    pathname.startsWith("/icons/") ||
    pathname === "/manifest.webmanifest" ||
    pathname === "/favicon.svg"
  );
}
