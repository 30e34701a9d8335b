/** Plain links for the time before the app: in the page's place while it is locked, above it while it does not come. */

const CLASS = "lock-cover";
const OFFER_CLASS = "call-offer";

/** A link on the cover. */
export interface CoverLink {
  readonly text: string;
  readonly href: string;
}

/** Says that scripts run here at all. */
export function showScripted(): void {
  document.documentElement.dataset["scripted"] = "";
}

/** Hides the page, and nothing comes in its place. */
export function hidePage(): void {
  document.documentElement.dataset["covered"] = "";
}

function linkOf({ text, href }: CoverLink): HTMLAnchorElement {
  const link = document.createElement("a");
  link.href = href;
  link.textContent = text;
  return link;
}

/** Hides the page behind a heading, a sentence and links that need no other script. */
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
}

/** Offers links above a page that has not come to life after `ms`. */
export function offerIfLifeless(ms: number, sentence: string, links: readonly CoverLink[]): void {
  setTimeout(() => {
    if ("alive" in document.documentElement.dataset) {
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

/** Says that the page has come to life. */
export function showAlive(): void {
  document.documentElement.dataset["alive"] = "";
  document.querySelector(`.${OFFER_CLASS}`)?.remove();
}

/** Shows the page again. */
export function uncoverPage(): void {
  delete document.documentElement.dataset["covered"];
  document.querySelector(`.${CLASS}`)?.remove();
}
