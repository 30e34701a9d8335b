/** Removes e-mail addresses, tokens and payment secrets from the address bar and the history. */
import * as paths from "#content/paths.ts";
import { replaceAddress } from "#platform/page/address.ts";

/** Parameters with an e-mail address, a token or a payment's secret. */
const secretParameters = [
  "email",
  "buyer",
  "recipient",
  "token",
  "session_id",
  "payment_intent",
  "payment_intent_client_secret",
  "redirect_status",
] as const;

/** Replaces the URL of this document by the same one without its secrets. */
export function hideSecrets(): void {
  const { pathname, search, hash } = window.location;
  const cleaned = withoutSecrets(pathname, search);
  if (cleaned !== pathname + search) replaceAddress(cleaned + hash);
}

/** The path and query without secrets. */
export function withoutSecrets(pathname: string, search: string): string {
  // This page's path may end in an e-mail address.
  const path = pathname.startsWith(`${paths.downloadSuccess}/`) ? paths.downloadSuccess : pathname;
  const parameters = new URLSearchParams(search);
  const found = secretParameters.filter((name) => parameters.has(name));
  if (found.length === 0) return path + search;
  for (const name of found) parameters.delete(name);
  const rest = parameters.toString();
  return rest === "" ? path : `${path}?${rest}`;
}
