/** Stands in an app page's place from its first paint until the lock itself is there. */

const CLASS = "lock-cover";

/** A link on the cover. */
export interface CoverLink {
  readonly text: string;
  readonly href: string;
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

/** Shows the page again. */
export function uncoverPage(): void {
  delete document.documentElement.dataset["covered"];
  document.querySelector(`.${CLASS}`)?.remove();
}
