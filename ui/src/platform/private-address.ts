/** Which parts of an address nobody shall read over a shoulder or in the history. */

/** Parameters that carry an e-mail address, a proof or a payment's secret. */
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

/** The page whose path may end in an e-mail address. */
const pathWithEmail = /^\/download-success\/.+/;

/** The same address without its secrets. */
export function withoutSecrets(pathname: string, search: string): string {
  const path = pathWithEmail.test(pathname) ? "/download-success" : pathname;
  const parameters = new URLSearchParams(search);
  const found = secretParameters.filter((name) => parameters.has(name));
  if (found.length === 0) return path + search;
  for (const name of found) parameters.delete(name);
  const rest = parameters.toString();
  return rest === "" ? path : `${path}?${rest}`;
}
