/** The one Trusted Types policy: which of our own scripts a worker or worklet may be made of. */

import * as paths from "#content/paths.ts";

interface Policy {
  createScriptURL(url: string): string;
}

interface Factory {
  createPolicy(name: string, rules: Policy): Policy;
}

let policy: Policy | undefined;

/** A script's address in the form that the content policy accepts; throws for any but our own. */
export function trustedScriptUrl(url: string): string {
  const factory = (globalThis as { trustedTypes?: Factory }).trustedTypes;
  if (factory === undefined) return checked(url);
  policy ??= factory.createPolicy("app", { createScriptURL: checked });
  // The browser hands out an object that only looks like a string to TypeScript.
  return policy.createScriptURL(url);
}

function checked(url: string): string {
  const isAsset =
    url.startsWith(paths.assets) && /^[\w.-]+\.js$/.test(url.slice(paths.assets.length));
  if (url === paths.serviceWorker || isAsset) return url;
  throw new Error(`${url} is none of our scripts.`);
}
