/** Plain links that work before hydration: in the page's place on a locked device, or above a page that is slow. */

const CLASS = "lock-cover";
const OFFER_CLASS = "call-offer";

/** A link on the cover. */
export interface CoverLink {
  readonly text: string;
  readonly href: string;
}

/** Marks the document as one in which scripts run. */
export function markScripted(): void {
  document.documentElement.dataset["scripted"] = "";
}

/** Hides the page; "asking" while the database is asked whether the device is locked. */
export function hidePage(why: "" | "asking" = ""): void {
  document.documentElement.dataset["covered"] = why;
}

/** Whether the page is hidden because the database is being asked. */
export function isAsking(): boolean {
  return document.documentElement.dataset["covered"] === "asking";
}

function linkOf({ text, href }: CoverLink): HTMLAnchorElement {
  const link = document.createElement("a");
  link.href = href;
  link.textContent = text;
  return link;
}

/** Hides the page and shows a heading, a sentence and links instead, which need no other script. */
export function coverPage(title: string, sentence: string, links: readonly CoverLink[]): void {
  hidePage();
  const cover = document.createElement("main");
  cover.className = CLASS;
  const heading = document.createElement("h1");
  heading.textContent = title;
  const words = document.createElement("p");
  words.textContent = sentence;
  cover.append(heading, words, ...links.map(linkOf));
  document.body.prepend(cover);
  // The cover has the same calls, and the offer may have come before it.
  document.querySelector(`.${OFFER_CLASS}`)?.remove();
  heading.tabIndex = -1;
  heading.focus();
}

/** Shows links above a page that is not hydrated after `ms`. */
export function offerUnlessHydrated(
  ms: number,
  sentence: string,
  links: readonly CoverLink[],
): void {
  setTimeout(() => {
    const { dataset } = document.documentElement;
    if ("hydrated" in dataset || "covered" in dataset) {
      return;
    }
    const offer = document.createElement("aside");
    offer.className = OFFER_CLASS;
    const words = document.createElement("p");
    words.textContent = sentence;
    offer.append(words, ...links.map(linkOf));
    document.body.prepend(offer);
  }, ms);
}

/** Marks the page as hydrated. */
export function markHydrated(): void {
  document.documentElement.dataset["hydrated"] = "";
  document.querySelector(`.${OFFER_CLASS}`)?.remove();
}

/** Shows a hidden page. */
export function showPage(): void {
  delete document.documentElement.dataset["covered"];
}

/** Shows the page again, and takes its cover away. */
export function uncoverPage(): void {
  showPage();
  document.querySelector(`.${CLASS}`)?.remove();
}
