/** The Trusted Types policy for the URLs of workers and worklets. */

import * as paths from "#content/paths.ts";

interface Policy {
  createScriptURL(url: string): string;
}

interface Factory {
  createPolicy(name: string, rules: Policy): Policy;
}

let policy: Policy | undefined;

/** A script URL as the content policy requires it; throws for any script but our own. */
export function trustedScriptUrl(url: string): string {
  const factory = (globalThis as { trustedTypes?: Factory }).trustedTypes;
  if (factory === undefined) return checked(url);
  policy ??= factory.createPolicy("app", { createScriptURL: checked });
  // The browser returns a TrustedScriptURL, which TypeScript's DOM types call a string.
  return policy.createScriptURL(url);
}

function checked(url: string): string {
  const isAsset =
    url.startsWith(paths.assets) && /^[\w.-]+\.js$/.test(url.slice(paths.assets.length));
  const isWorker = url === paths.serviceWorker || url === paths.watchWorker;
  if (isWorker || isAsset) return url;
  throw new Error(`${url} is not one of our scripts.`);
}
