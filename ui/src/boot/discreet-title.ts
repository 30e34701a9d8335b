/** The title of the landing page, which search needs and the history should not keep. */
import { disguiseTitle, productName } from "#content/product.ts";
import { isStandalone } from "#platform/page/display-mode.ts";

/**
 * A title that names the product gives way to the disguise's while nobody looks at the page: in the list of tabs, and
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
  // Only the entry that is shown can be named: the one before a link within the page must be named before it is left.
  const { navigation } = window as { navigation?: EventTarget };
  navigation?.addEventListener("navigate", hide);
  navigation?.addEventListener("navigatesuccess", show);
  navigation?.addEventListener("navigateerror", show);
  addEventListener("pagehide", hide);
  addEventListener("pageshow", show);
  document.addEventListener("visibilitychange", () => (document.hidden ? hide() : show()));
}
