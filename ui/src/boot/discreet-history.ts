/**
 * What neither the history nor a list of tabs may keep: e-mail addresses, tokens and payment secrets in the address, what makes the
 * server show an e-mail address, and the product's name in the title.
 */
import * as paths from "#content/paths.ts";
import { disguiseTitle, productName } from "#content/product.ts";
import { replaceAddress } from "#platform/page/address.ts";
import { isStandalone } from "#platform/page/display-mode.ts";

/** Parameters with an e-mail address, a token or a payment's secret, or at which the server shows a buyer's address. */
const secretParameters = [
  "email",
  "buyer",
  "recipient",
  "token",
  "session_id",
  "payment_intent",
  "payment_intent_client_secret",
  "redirect_status",
  "confirmed",
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

/** The event of a navigation that begins. */
type Navigation = Event & { readonly destination: { readonly url: string } };

/**
 * Hides the title of the landing page, which search needs and the history should not keep. A title that names the product gives way to the disguise's while nobody looks at the page: in the list of tabs, and
 * in the history once it was left. In the installed app it is never seen. A killed browser keeps what stood there, and
 * one without the Navigation API what stood before a link within the page.
 */
export function keepTitleDiscreet(): void {
  const title = document.title;
  if (!title.includes(productName)) return;
  // The quick exit sets a title of its own, which stays.
  const hide = () => {
    if (document.title === title) document.title = disguiseTitle;
  };
  if (isStandalone()) {
    hide();
    return;
  }
  const show = () => {
    if (document.title === disguiseTitle) document.title = title;
  };
  // A link that calls or writes leaves no page, but Chromium says `beforeunload` right after it all the same.
  const begun = ({ destination }: Navigation) => {
    if (document.title === title && !destination.url.startsWith("http")) {
      setTimeout(() => document.hidden || show());
    }
    hide();
  };
  // Only the entry that is shown can be named: the one before a link within the page must be named before it is left.
  const { navigation } = window as { navigation?: EventTarget };
  navigation?.addEventListener("navigate", (event) => begun(event as Navigation));
  navigation?.addEventListener("navigatesuccess", show);
  navigation?.addEventListener("navigateerror", show);
  // Chromium waits half a second for what a page that is left still says, which may be too short for a busy phone.
  addEventListener("beforeunload", hide);
  // Safari on iPhones has no other.
  addEventListener("pagehide", hide);
  addEventListener("pageshow", show);
  document.addEventListener("visibilitychange", () => (document.hidden ? hide() : show()));
}
